import { defineEntity, p } from '@mikro-orm/postgresql'
import type { DecidableFlag, RespondentFlagWord } from '@portico/shared/words/flags'

/**
 * The person who sent a response. Contact data and answers are sealed under the person's own key (`wrappedKey`, null once the
 * person is deleted); what lists and rules need stands beside them as columns that betray no answer.
 */
export const Respondent = defineEntity({
  name: 'Respondent',
  tableName: 'respondent',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    anonymousId: p.text(),
    workshopId: p.integer(),
    questionnaireId: p.integer(),
    language: p.text(),
    contactLanguage: p.text(),
    submittedAt: p.datetime(),
    submittedOn: p.date(),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
    sealedContact: p.blob().$type<Buffer>(),
    sealedAnswers: p.blob().$type<Buffer>(),
    emailHash: p.blob().$type<Buffer>().nullable(),
    phoneHash: p.blob().$type<Buffer>().nullable(),
    initialFlag: p.text().$type<RespondentFlagWord>(),
    currentFlag: p.text().$type<RespondentFlagWord>(),
    forcedFlag: p.text().$type<DecidableFlag>().nullable(),
    initialReds: p.integer(),
    currentReds: p.integer(),
    agencyId: p.integer().nullable(),
    assignedAt: p.datetime().nullable(),
    checkedInAt: p.datetime().nullable(),
    checkedInById: p.integer().nullable(),
    downloadedAt: p.datetime().nullable(),
    idempotencyKey: p.uuid().nullable(),
    idempotencyHash: p.blob().$type<Buffer>().nullable(),
  },
})
