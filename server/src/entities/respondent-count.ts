import { defineEntity, p } from '@mikro-orm/postgresql'
import type { RespondentFlagWord } from '@portico/shared/words/flags'

/** The number of respondents of each kind; `agencyId` 0 means unassigned. Triggers update it in the same statement. */
export const RespondentCount = defineEntity({
  name: 'RespondentCount',
  tableName: 'respondent_count',
  properties: {
    workshopId: p.integer().primary(),
    agencyId: p.integer().primary(),
    flag: p.text().$type<RespondentFlagWord>().primary(),
    language: p.text().primary(),
    submittedOn: p.date().primary(),
    respondents: p.integer(),
  },
  indexes: [{ name: 'respondent_count_agency', properties: ['agencyId', 'flag'] }],
})

/**
 * The number of respondents of a workshop per contact language, for the overview. Each respondent's own contact language is sealed; only
 * these totals are readable.
 */
export const ContactLanguageCount = defineEntity({
  name: 'ContactLanguageCount',
  tableName: 'contact_language_count',
  properties: {
    workshopId: p.integer().primary(),
    language: p.text().primary(),
    respondents: p.integer(),
  },
})
