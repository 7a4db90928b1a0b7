import am from '@portico/shared/locales/am.json' with { type: 'json' }
import ar from '@portico/shared/locales/ar.json' with { type: 'json' }
import en from '@portico/shared/locales/en.json' with { type: 'json' }
import es from '@portico/shared/locales/es.json' with { type: 'json' }
import fa from '@portico/shared/locales/fa.json' with { type: 'json' }
import hi from '@portico/shared/locales/hi.json' with { type: 'json' }
import ko from '@portico/shared/locales/ko.json' with { type: 'json' }
import pa from '@portico/shared/locales/pa.json' with { type: 'json' }
import ps from '@portico/shared/locales/ps.json' with { type: 'json' }
import pt from '@portico/shared/locales/pt.json' with { type: 'json' }
import ru from '@portico/shared/locales/ru.json' with { type: 'json' }
import tl from '@portico/shared/locales/tl.json' with { type: 'json' }
import vi from '@portico/shared/locales/vi.json' with { type: 'json' }
import yueHant from '@portico/shared/locales/yue-Hant.json' with { type: 'json' }
import zhHans from '@portico/shared/locales/zh-Hans.json' with { type: 'json' }
import type { LanguageCode } from '@portico/shared/words/languages'

type English = (typeof en)['mail']

/** The texts of emails; a locale that lacks one does not compile. Plural forms differ between languages, but every language has `other`. */
export type MailWords = Omit<English, 'link'> & { readonly link: Omit<English['link'], `${string}_one`> }

/** The texts that the server itself uses in the languages of respondents. */
interface ServerWords {
  readonly mail: MailWords
  readonly questionnaire: Pick<(typeof en)['questionnaire'], 'otherChoice' | 'otherSpecify'>
}

/** The server's texts in every supported language. */
export const locales: Readonly<Record<LanguageCode, ServerWords>> = {
  en: en,
  es: es,
  vi: vi,
  'zh-Hans': zhHans,
  'yue-Hant': yueHant,
  ko: ko,
  tl: tl,
  am: am,
  hi: hi,
  pa: pa,
  pt: pt,
  fa: fa,
  ps: ps,
  ar: ar,
  ru: ru,
}
