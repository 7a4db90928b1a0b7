import { isOpen } from '@portico/shared/rules/registration-window'
import type { OpenWorkshop, Workshop as WorkshopSettings, WorkshopListItem } from '@portico/shared/contract/workshops'
import { standardList, type WhatToBring } from '@portico/shared/words/what-to-bring'
import { Workshop } from '../../entities/workshop.ts'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { findPublished } from '../questionnaires/definitions.ts'
import { findWorkshopId, workshopsOf } from '../responses/scope.ts'

/** Lists the questionnaires that a workshop offers, in its order; none for an unknown workshop. */
export async function listOfferedQuestionnaires(ctx: RequestContext, { workshopName }: { workshopName: string }) {
  const workshopId = await findWorkshopId(ctx, workshopName)
  if (workshopId === undefined) return []
  return (await offersOf(ctx, [workshopId])).map(({ name, titles, languages }) => ({ name, titles, languages }))
}

/** Returns the default workshop, open or not; an empty object if there is none. */
export async function getDefaultWorkshop(ctx: RequestContext): Promise<{ name?: string }> {
  const workshop = await ctx.db.selectFrom('workshop').select('name').where('isDefault', '=', true).executeTakeFirst()
  return workshop ? { name: workshop.name } : {}
}

/** Lists the workshops that are open for registration: the default first, then by date. */
export async function listOpenWorkshops(ctx: RequestContext): Promise<OpenWorkshop[]> {
  const rows = await ctx.db
    .selectFrom('workshop')
    .select(['id', 'name', 'title', 'titles', 'eventDate', 'startTime', 'endTime', 'disableAt', 'timeZone', 'address', 'bring'])
    .select(['isDefault', 'registrationOpen'])
    .where('registrationOpen', '=', true)
    .where('isTest', '=', false)
    .orderBy('isDefault', 'desc')
    .orderBy('eventDate', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()
  const open = rows.filter((workshop) => isOpen(workshop, ctx.now))
  const offers = await offersOf(
    ctx,
    open.map((workshop) => workshop.id),
  )
  return open.map(({ id, titles, bring, disableAt: _disableAt, registrationOpen: _registrationOpen, ...workshop }) => ({
    ...workshop,
    titles: titles ?? {},
    bring: bringOf({ bring }),
    questionnaires: offers.filter((offer) => offer.workshopId === id).map(({ name, titles, languages }) => ({ name, titles, languages })),
  }))
}

/** Returns the newest version of each questionnaire that these workshops offer, in their order. */
async function offersOf(ctx: RequestContext, workshopIds: readonly number[]) {
  if (workshopIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('workshop_questionnaire')
    .innerJoin('questionnaire', 'questionnaire.name', 'workshop_questionnaire.questionnaireName')
    .distinctOn(['workshopId', 'position', 'name'])
    .select(['questionnaire.id', 'workshopId', 'position', 'name', 'languages'])
    .where('workshopId', 'in', [...workshopIds])
    .orderBy('workshopId')
    .orderBy('position')
    .orderBy('name')
    .orderBy('version', 'desc')
    .execute()
  const offers = []
  for (const { id, workshopId, name, languages } of rows) {
    const published = await findPublished(ctx, id)
    offers.push({ workshopId, name, languages, titles: published?.definition.title ?? {} })
  }
  return offers
}

/** Lists the workshops that the caller has access to, newest first. */
export async function listWorkshops(ctx: RequestContext): Promise<WorkshopListItem[]> {
  const reachable = await workshopsOf(ctx)
  let query = ctx.db.selectFrom('workshop').select(['name', 'title', 'eventDate', 'isDefault', 'registrationOpen', 'isTest'])
  if (reachable !== 'all') query = query.where('id', 'in', reachable.length > 0 ? [...reachable] : [0])
  const rows = await query
    .orderBy('eventDate', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ isTest, ...workshop }) => ({ ...workshop, ...(isTest && { test: true as const }) }))
}

/** Returns one workshop with all its settings. Throws `NOT_FOUND`. */
export async function getWorkshop(ctx: RequestContext, { name }: { name: string }): Promise<WorkshopSettings> {
  const workshop = await ctx.em.findOne(Workshop, { name }, { populate: ['offers', 'agencies'] })
  if (!workshop) throw new Failure('NOT_FOUND')
  const { title, titles, eventDate, disableAt, timeZone, address, bring, isDefault, registrationOpen, selfCheckIn, stations } = workshop
  const { startTime, endTime, capacity, instructions } = workshop
  return {
    name,
    title,
    eventDate: eventDate ?? null,
    disableAt: disableAt?.toISOString() ?? null,
    timeZone,
    startTime: startTime ?? null,
    endTime: endTime ?? null,
    capacity: capacity ?? null,
    instructions: instructions ?? {},
    address: address ?? null,
    isDefault,
    registrationOpen,
    selfCheckIn,
    ...(workshop.isTest && { test: true as const }),
    questionnaireNames: workshop.offers.getItems().map((offer) => offer.questionnaireName),
    agencyIds: workshop.agencies.getIdentifiers('id'),
    titles: titles ?? {},
    bring: bringOf({ bring }),
    stations: [...(stations ?? [])],
    version: workshop.rowVersion,
  }
}

/** Returns what people are asked to bring to a workshop, in the shape of the contract (shared/spec/contract.md#what-to-bring). */
export function bringOf({ bring }: { readonly bring?: WhatToBring | null | undefined }) {
  const { standard, own } = bring ?? standardList
  return { standard: [...standard], own: [...own] }
}
