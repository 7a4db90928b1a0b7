import { defineEntity, p } from '@mikro-orm/postgresql'

/** An event at which respondents get help. `eventDate` is a calendar date (YYYY-MM-DD) in `timeZone`. */
export const Workshop = defineEntity({
  name: 'Workshop',
  tableName: 'workshop',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text(),
    title: p.text(),
    eventDate: p.date().nullable(),
    disableAt: p.datetime().nullable(),
    timeZone: p.text(),
    address: p.json<{ line1: string; city: string }>().nullable(),
    isDefault: p.boolean().default(false),
    registrationOpen: p.boolean().default(false),
    selfCheckIn: p.boolean().default(true),
  },
})

/** Which questionnaires a workshop offers, by name, in order: a new version is offered at once. */
export const WorkshopQuestionnaire = defineEntity({
  name: 'WorkshopQuestionnaire',
  tableName: 'workshop_questionnaire',
  properties: { workshopId: p.integer().primary(), questionnaireName: p.text().primary(), position: p.integer() },
})

/** Which agencies take part in a workshop. */
export const WorkshopAgency = defineEntity({
  name: 'WorkshopAgency',
  tableName: 'workshop_agency',
  properties: { workshopId: p.integer().primary(), agencyId: p.integer().primary() },
})

/** A volunteer's grant on a workshop; live until revoked or expired. */
export const WorkshopAccess = defineEntity({
  name: 'WorkshopAccess',
  tableName: 'workshop_access',
  properties: {
    workshopId: p.integer().primary(),
    accountId: p.integer().primary(),
    grantedAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
})
