import type { LanguageCode } from './languages.ts'

/** What a one-word reply asks for: no more texts, texts again, or who we are. */
export type TextKeyword = 'stop' | 'start' | 'help'

const words: Readonly<Record<LanguageCode, Readonly<Record<TextKeyword, readonly string[]>>>> = {
  en: {
    stop: ['stop', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'opt out'],
    start: ['start', 'unstop'],
    help: ['help', 'info'],
  },
  es: { stop: ['parar', 'alto', 'baja', 'cancelar'], start: ['iniciar', 'comenzar'], help: ['ayuda'] },
  vi: { stop: ['dừng', 'dừng lại', 'ngừng', 'hủy'], start: ['bắt đầu'], help: ['trợ giúp', 'giúp'] },
  'zh-Hans': { stop: ['停止', '退订', '取消'], start: ['开始'], help: ['帮助'] },
  'yue-Hant': { stop: ['停止', '退訂', '取消'], start: ['開始'], help: ['幫助', '協助'] },
  ko: { stop: ['중지', '정지', '그만', '수신거부'], start: ['시작'], help: ['도움말', '도움'] },
  tl: { stop: ['hinto', 'itigil', 'tigil'], start: ['simulan', 'magsimula'], help: ['tulong'] },
  am: { stop: ['አቁም', 'አቁሙ', 'ይቁም'], start: ['ጀምር', 'ጀምሩ'], help: ['እርዳታ'] },
  hi: { stop: ['रोकें', 'रोको', 'बंद', 'बंद करें'], start: ['शुरू', 'शुरू करें'], help: ['मदद', 'सहायता'] },
  pa: { stop: ['ਰੋਕੋ', 'ਬੰਦ', 'ਬੰਦ ਕਰੋ'], start: ['ਸ਼ੁਰੂ', 'ਸ਼ੁਰੂ ਕਰੋ'], help: ['ਮਦਦ'] },
  pt: { stop: ['pare', 'sair', 'cancele'], start: ['começar', 'voltar'], help: ['ajuda'] },
  fa: { stop: ['توقف', 'قطع', 'لغو'], start: ['شروع'], help: ['راهنما', 'کمک'] },
  ps: { stop: ['ودرېږئ', 'ودروئ', 'بند'], start: ['پیل'], help: ['مرسته'] },
  ar: { stop: ['إيقاف', 'أوقف', 'أوقفوا', 'إلغاء'], start: ['ابدأ', 'بدء'], help: ['مساعدة'] },
  ru: { stop: ['стоп', 'остановить', 'отписаться'], start: ['старт', 'начать'], help: ['помощь', 'справка'] },
}

const meanings = new Map<string, TextKeyword>()
for (const of of Object.values(words))
  for (const keyword of ['stop', 'start', 'help'] as const) for (const word of of[keyword]) meanings.set(bare(word), keyword)

/**
 * Returns what a reply asks for, in any of the 15 languages regardless of the sender's, ignoring case, accents and punctuation; undefined
 * unless the keyword is the whole reply (shared/spec/contract.md#text-messages).
 */
export function keywordIn(reply: string): TextKeyword | undefined {
  return meanings.get(bare(reply))
}

// Combining marks of Indic scripts are significant; those of Latin and Arabic are often omitted on phones.
function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\u064b-\u0655]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Returns all keywords of a language as they are written there. */
export function keywordsOf(language: LanguageCode): Readonly<Record<TextKeyword, readonly string[]>> {
  return words[language]
}
