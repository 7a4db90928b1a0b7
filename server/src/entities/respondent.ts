import { defineEntity, p } from '@mikro-orm/postgresql'
import type { DecidableFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import { Account } from './staff/account.ts'
import { Agency } from './staff/agency.ts'
import { Questionnaire } from './questionnaire.ts'
import { Workshop } from './workshop.ts'

/**
 * The person who sent a response. Contact data and answers are sealed under the person's own key (`wrappedKey`, null while the person has
 * asked us to stop); what lists and rules need is kept in columns that reveal no answer.
 */
export const Respondent = defineEntity({
  name: 'Respondent',
  tableName: 'respondent',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    anonymousId: p.text().unique().collation('C'),
    workshop: () => p.manyToOne(Workshop),
    questionnaire: () => p.manyToOne(Questionnaire),
    language: p.text(),
    submittedAt: p.datetime(),
    submittedOn: p.date(),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
    sealedContact: p.blob().$type<Buffer>(),
    sealedAnswers: p.blob().$type<Buffer>(),
    emailHash: p.blob().$type<Buffer>().nullable(),
    phoneHash: p.blob().$type<Buffer>().nullable(),
    /** The newest decision when an admin last confirmed contact data that an agency had corrected. */
    contactConfirmedUpTo: p.bigint('number').nullable(),
    initialFlag: p.text().$type<RespondentFlagWord>().check("initial_flag in ('red', 'green', 'not-applicable')"),
    currentFlag: p.text().$type<RespondentFlagWord>().check("current_flag in ('red', 'green', 'in-progress', 'not-applicable')"),
    /**
     * The e-mail address or number has reached its daily limit of invitations, a message about the workshop ended because the recipient is
     * refused or was given up, or new rules turned the respondent away after an invitation.
     * Respondents without an e-mail address must be called as well.
     */
    mustTelephone: p.boolean().default(false),
    /**
     * When what they had been told ceased to hold: they became welcome, were moved while welcome, or were turned away by new rules. Only
     * calls and texts after this count as having told them; null: all count.
     */
    telephoneSince: p.datetime().nullable(),
    forcedFlag: p.text().$type<DecidableFlag>().nullable().check("forced_flag in ('red', 'green')"),
    initialReds: p.integer(),
    currentReds: p.integer(),
    agency: () => p.manyToOne(Agency).nullable().deleteRule('no action'),
    assignedAt: p.datetime().nullable(),
    /** The account that assigned the case to its agency; null: assigned by the rules. */
    assignedBy: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    /** The reason for the assignment, sealed; null: none given. */
    sealedAssignReason: p.blob().$type<Buffer>().nullable(),
    checkedInAt: p.datetime().nullable(),
    checkedInBy: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    downloadedAt: p.datetime().nullable(),
    /** The sequence number of the last change, assigned by a trigger (shared/spec/contract.md#changes); 0: before changes were numbered. */
    changeSeq: p.bigint('number').defaultRaw('0'),
    /** Set only for responses stored before `anonymousId` was derived from the idempotency key. */
    idempotencyKey: p.uuid().nullable(),
    idempotencyHash: p.blob().$type<Buffer>().nullable(),
  },
  indexes: [
    { name: 'respondent_workshop', properties: ['workshop', 'id'] },
    { name: 'respondent_workshop_flag', properties: ['workshop', 'currentFlag', 'id'] },
    { name: 'respondent_agency', properties: ['agency', 'currentFlag', 'id'], where: 'agency_id is not null' },
    { name: 'respondent_queue', properties: ['agency', 'workshop', 'id'], where: "current_flag = 'in-progress'" },
    {
      name: 'respondent_unassigned',
      properties: ['workshop', 'id'],
      where: "agency_id is null and current_flag in ('red', 'in-progress')",
    },
    { name: 'respondent_flag', properties: ['currentFlag', 'id'] },
    { name: 'respondent_email', properties: ['emailHash'], where: 'email_hash is not null' },
    { name: 'respondent_phone', properties: ['phoneHash'], where: 'phone_hash is not null' },
    { name: 'respondent_change_order', properties: ['changeSeq', 'id'] },
    { name: 'respondent_deleted', properties: ['id'], where: 'wrapped_key is null' },
  ],
  uniques: [{ name: 'respondent_idempotency_key', properties: ['idempotencyKey'], where: 'idempotency_key is not null' }],
})
