import type { LanguageCode } from '@portico/shared/words/languages'

/** The drawing next to the text of a step. */
export type Drawing = 'names' | 'birth' | 'folder' | 'arrest' | 'photo' | 'court' | 'search' | 'clerk' | 'advisor'

/** One step of a picture; lines of at most 28 letters fit next to the drawing. */
export interface PictureStep {
  readonly drawing: Drawing
  readonly lines: readonly string[]
}

/** A picture that illustrates the text of the page in steps. */
export interface HelpPicture {
  readonly id: 'bring' | 'ask'
  readonly title: string
  readonly steps: readonly PictureStep[]
}

/** The pictures in one language; Spanish and Vietnamese still need to be confirmed by a native speaker. */
export interface PictureLanguage {
  readonly code: LanguageCode
  readonly nativeName: string
  readonly pictures: readonly HelpPicture[]
}

export const pictureLanguages: readonly PictureLanguage[] = [
  {
    code: 'en',
    nativeName: 'English',
    pictures: [
      {
        id: 'bring',
        title: 'Bring this to the court',
        steps: [
          { drawing: 'names', lines: ['Your full name, and all', 'other names you have used'] },
          { drawing: 'birth', lines: ['Your date of birth'] },
          { drawing: 'folder', lines: ['The case number,', 'if you know it'] },
          { drawing: 'arrest', lines: ['No number? The month and', 'year of the case, or the', 'date and place of the arrest'] },
          { drawing: 'photo', lines: ['A document with', 'your photo'] },
        ],
      },
      {
        id: 'ask',
        title: 'Ask for your court records',
        steps: [
          { drawing: 'court', lines: ['Find the court that', 'had your case.'] },
          { drawing: 'search', lines: ['Case from 2004 or later?', 'Search online: your name', 'and date of birth.'] },
          { drawing: 'clerk', lines: ['Older case? Ask the clerk', 'to search for your name.'] },
          { drawing: 'advisor', lines: ['Take the papers to', 'your legal advisor.'] },
        ],
      },
    ],
  },
  {
    code: 'es',
    nativeName: 'Español',
    pictures: [
      {
        id: 'bring',
        title: 'Lleve esto a la corte',
        steps: [
          { drawing: 'names', lines: ['Su nombre completo y', 'todos los otros nombres', 'que ha usado'] },
          { drawing: 'birth', lines: ['Su fecha de nacimiento'] },
          { drawing: 'folder', lines: ['El número del caso,', 'si lo sabe'] },
          { drawing: 'arrest', lines: ['¿No tiene el número? El mes', 'y el año del caso, o la', 'fecha y el lugar del arresto'] },
          { drawing: 'photo', lines: ['Un documento con', 'su foto'] },
        ],
      },
      {
        id: 'ask',
        title: 'Pida sus papeles de la corte',
        steps: [
          { drawing: 'court', lines: ['Busque la corte que', 'tuvo su caso.'] },
          { drawing: 'search', lines: ['¿Caso de 2004 o después?', 'Busque en línea: su nombre', 'y fecha de nacimiento.'] },
          { drawing: 'clerk', lines: ['¿Caso más antiguo? Pida en', 'la ventanilla de la corte', 'que busquen su nombre.'] },
          { drawing: 'advisor', lines: ['Lleve los papeles a', 'su asesor legal.'] },
        ],
      },
    ],
  },
  {
    code: 'vi',
    nativeName: 'Tiếng Việt',
    pictures: [
      {
        id: 'bring',
        title: 'Mang theo khi đến tòa án',
        steps: [
          { drawing: 'names', lines: ['Họ tên đầy đủ và mọi tên', 'khác quý vị đã dùng'] },
          { drawing: 'birth', lines: ['Ngày sinh của quý vị'] },
          { drawing: 'folder', lines: ['Số hồ sơ vụ án,', 'nếu quý vị biết'] },
          { drawing: 'arrest', lines: ['Không có số? Tháng và năm', 'của vụ án, hoặc ngày và', 'nơi quý vị bị bắt'] },
          { drawing: 'photo', lines: ['Giấy tờ có ảnh', 'của quý vị'] },
        ],
      },
      {
        id: 'ask',
        title: 'Xin hồ sơ tòa án của quý vị',
        steps: [
          { drawing: 'court', lines: ['Tìm tòa án đã xử', 'vụ án của quý vị.'] },
          { drawing: 'search', lines: ['Vụ án từ năm 2004 trở đi?', 'Tìm trên mạng: tên và', 'ngày sinh của quý vị.'] },
          { drawing: 'clerk', lines: ['Vụ án cũ hơn? Nhờ thư ký', 'tòa án tìm tên của quý vị.'] },
          { drawing: 'advisor', lines: ['Mang giấy tờ đến cố vấn', 'pháp lý của quý vị.'] },
        ],
      },
    ],
  },
]
