import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Translations, WhatToBring } from '@portico/shared/words/what-to-bring'
import type { Station } from '@portico/shared/words/stations'
import { Account } from './staff/account.ts'
import { Agency } from './staff/agency.ts'

/** An event at which respondents get help. `eventDate` is a calendar date (YYYY-MM-DD) in `timeZone`. */
export const Workshop = defineEntity({
  name: 'Workshop',
  tableName: 'workshop',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text().unique(),
    title: p.text(),
    eventDate: p.date().nullable(),
    disableAt: p.datetime().nullable(),
    timeZone: p.text(),
    /** `HH:MM` on the clock of `timeZone`. */
    startTime: p.text().nullable(),
    endTime: p.text().nullable(),
    /** The number of people that fit; null: unknown. */
    capacity: p.integer().nullable(),
    /** Additional instructions in invitations, by language. */
    instructions: p.json<Translations>().nullable(),
    address: p.json<{ line1: string; city: string }>().nullable(),
    titles: p.json<Translations>().nullable(),
    /** Null: the standard list. */
    bring: p.json<WhatToBring>().nullable(),
    /** Null: the workshop has no stations. */
    stations: p.json<readonly Station[]>().nullable(),
    isDefault: p.boolean().default(false),
    registrationOpen: p.boolean().default(false),
    selfCheckIn: p.boolean().default(true),
    /** A test workshop: excluded from totals and overall lists, and nothing leaves the portal (shared/spec/contract.md#test-workshops). */
    isTest: p.boolean().default(false),
    /** Incremented by each change; `savedAt` and `savedBy` describe the last. */
    rowVersion: p.integer().default(1),
    savedAt: p.datetime().nullable(),
    savedBy: () => p.manyToOne(Account).nullable().deleteRule('no action').updateRule('no action'),
    offers: () => p.oneToMany(WorkshopQuestionnaire).mappedBy('workshop').orderBy({ position: 'asc' }),
    agencies: () =>
      p
        .manyToMany(Agency)
        .pivotEntity(() => WorkshopAgency)
        .orderBy({ id: 'asc' }),
  },
  uniques: [{ name: 'workshop_one_default', properties: ['isDefault'], where: 'is_default' }],
  checks: [{ name: 'workshop_default_is_real', expression: 'not (is_default and is_test)' }],
})

/** The questionnaires that a workshop offers, by name and in order; a new version is offered immediately. */
export const WorkshopQuestionnaire = defineEntity({
  name: 'WorkshopQuestionnaire',
  tableName: 'workshop_questionnaire',
  properties: { workshop: () => p.manyToOne(Workshop).primary(), questionnaireName: p.text().primary(), position: p.integer() },
  indexes: [{ name: 'workshop_questionnaire_name', properties: ['questionnaireName'] }],
})

/** The agencies that take part in a workshop. */
export const WorkshopAgency = defineEntity({
  name: 'WorkshopAgency',
  tableName: 'workshop_agency',
  properties: {
    workshop: () => p.manyToOne(Workshop).primary().deleteRule('no action').updateRule('no action'),
    agency: () => p.manyToOne(Agency).primary().deleteRule('no action').updateRule('no action'),
  },
  indexes: [{ name: 'workshop_agency_agency', properties: ['agency'] }],
})

/** A volunteer's access to a workshop, valid until revoked or expired. */
export const WorkshopAccess = defineEntity({
  name: 'WorkshopAccess',
  tableName: 'workshop_access',
  properties: {
    account: () => p.manyToOne(Account).primary().deleteRule('no action').updateRule('no action'),
    workshop: () => p.manyToOne(Workshop).primary().deleteRule('no action').updateRule('no action'),
    grantedAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
})
