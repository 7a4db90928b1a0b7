import { defineEntity, p } from '@mikro-orm/postgresql'
import type { RespondentFlagWord } from '@portico/shared/words/flags'

/** How many respondents there are of each kind; `agencyId` 0 is no one's. The database keeps it true in the same statement. */
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
 * How many respondents of a workshop want to hear from us in each language. Who wants which is sealed: this alone is readable, for the
 * overview.
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
