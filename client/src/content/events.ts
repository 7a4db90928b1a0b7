import { languages, type LanguageCode } from '@portico/shared/words/languages'
import { paths } from '../paths.ts'

/** An event that Portico announces itself, in addition to the workshops in the database. */
export interface SiteEvent {
  readonly id: string
  /** YYYY-MM-DD in `eventTimeZone`. */
  readonly eventDate: string
  /** The instant from which it is hidden, ISO 8601. */
  readonly disableAt?: string
  /** In `language`. */
  readonly name: string
  /** The key of the description, which is shown in the reader's language. */
  readonly description: 'events.questions'
  readonly language: LanguageCode
  /** Where to register. */
  readonly url: string
  readonly organization: { readonly name: string; readonly logoUrl: string }
  readonly address?: { readonly line1: string; readonly city: string }
}

export const eventTimeZone = 'America/Los_Angeles'

/** The day of Citizenship Day 2025 (shared/spec/product.md#event-defaults). */
export const citizenshipDay = { eventDate: '2025-04-05', disableAt: '2025-04-05T23:59:59-07:00' } as const

/** Its name in each language; all but English still need to be confirmed by a native speaker. */
const names: Readonly<Record<LanguageCode, string>> = {
  en: 'Citizenship Day 2025',
  es: 'Día de la Ciudadanía 2025',
  vi: 'Ngày Quốc Tịch 2025',
  'zh-Hans': '2025年公民日',
  'yue-Hant': '2025年公民日',
  ko: '2025 시민권의 날',
  tl: 'Araw ng Pagkamamamayan 2025',
  am: 'የዜግነት ቀን 2025',
  hi: 'नागरिकता दिवस 2025',
  pa: 'ਨਾਗਰਿਕਤਾ ਦਿਵਸ 2025',
  pt: 'Dia da Cidadania 2025',
  fa: 'روز شهروندی ۲۰۲۵',
  ps: 'د تابعیت ورځ ۲۰۲۵',
  ar: 'يوم المواطنة 2025',
  ru: 'День гражданства 2025',
}

/** Citizenship Day 2025 in its 15 language versions. */
export const siteEvents: readonly SiteEvent[] = languages.map(({ code }) => ({
  id: `citizenship-day-2025-${code}`,
  ...citizenshipDay,
  name: names[code],
  description: 'events.questions',
  language: code,
  url: paths.citizenship(),
  organization: { name: 'Portico', logoUrl: '/logos/portico.svg' },
}))
