import { sql, type Kysely } from 'kysely'
import { dayIn } from '@portico/shared/rules/red-rules'
import { isOpen, type Gated } from '@portico/shared/rules/registration-window'
import { Failure } from '../../../infra/failure.ts'
import { prepared } from '../../../infra/postgres/statements/prepared.ts'
import type { Database, SqlContext } from '../../../infra/request-context.ts'
import { lockAgencyJoining, countOpenCases, type Candidate } from '../assignment/assignment.ts'

/** An open workshop with its participating agencies. */
export interface OpenWorkshop {
  readonly id: number
  readonly name: string
  /** Accepts only submissions that name it. */
  readonly isTest: boolean
  /** The current day in its time zone, YYYY-MM-DD. */
  readonly today: string
  readonly agencies: readonly (Candidate & { openCases: number })[]
}

/** Decides which workshop a submission belongs to. */
export interface RegistrationWindow {
  /** Throws `NO_QUESTIONNAIRE_REGISTERED`, `REGISTRATION_DISABLED`. */
  admit(requested: RequestedQuestionnaire): { workshop: OpenWorkshop; newestId: number }
}

interface RequestedQuestionnaire {
  readonly name: string
  readonly workshopName?: string | undefined
}

/** Reads the open workshops for these submissions (shared/spec/contract.md#submission); with `whenClosed`, also closed ones. */
export async function openRegistrationWindow(
  ctx: SqlContext,
  requested: readonly RequestedQuestionnaire[],
  whenClosed = false,
): Promise<RegistrationWindow> {
  const names = new Set(requested.map((one) => one.name))
  const read = whenClosed ? readAllOffers : readOpenOffers
  const readRequested = async () => (await read(ctx.db, {})).filter(({ questionnaireName }) => names.has(questionnaireName))
  const openOnes = (offers: readonly OfferRow[]) =>
    offers.flatMap((row) => (row.id !== null && (whenClosed || isOpen(row, ctx.now)) ? row : []))
  let rows = await readRequested()
  if (openOnes(rows).some(({ agencies }) => agencies === null)) {
    await lockAgencyJoining(ctx, 'case')
    rows = await readRequested()
  }
  const newestByName = new Map(rows.map((row) => [row.questionnaireName, row.newestId]))
  const open = withSharedAgencies(openOnes(rows), ctx.now)
  return {
    admit({ name, workshopName }) {
      const newestId = newestByName.get(name)
      if (newestId === undefined) throw new Failure('NO_QUESTIONNAIRE_REGISTERED')
      const workshop = open.find(
        (offer) => offer.questionnaireName === name && (workshopName === undefined ? !offer.isTest : offer.name === workshopName),
      )
      if (!workshop) throw new Failure('REGISTRATION_DISABLED')
      return { workshop, newestId }
    },
  }
}

interface Questionnaire {
  readonly questionnaireName: string
  readonly newestId: number
}

interface Offer extends Questionnaire, Gated {
  readonly id: number
  readonly name: string
  readonly isTest: boolean
  readonly agencies: readonly Candidate[] | null
}

type OfferRow = Offer | (Questionnaire & { readonly id: null })

// Offers in order of preference for a submission that names no workshop: the default, then the next by date. Questionnaires that no
// workshop offers have a row too. One statement, because each costs as much as several submissions; without parameters, so that it is never
// planned again, which takes three times as long as reading a few unneeded rows.
const readingOffers = (whenClosed: boolean) =>
  prepared<object>()(
    (_db: Kysely<Database>) => sql<OfferRow>`
    select newest.name as questionnaire_name, newest.id as newest_id, workshop.id, workshop.name, workshop.is_test, event_date, disable_at, time_zone,
      registration_open, (
        select json_agg(json_build_object('id', agency.id, 'languages', agency.languages, 'openCases', ${countOpenCases}))
        from workshop_agency join agency on agency.id = workshop_agency.agency_id where workshop_agency.workshop_id = workshop.id
      ) as agencies
    from (select name, max(id) as id from questionnaire group by name) newest
    left join (workshop_questionnaire join workshop on workshop.id = workshop_id and ${whenClosed ? sql`true` : sql`registration_open`}) on questionnaire_name = newest.name
    order by is_default desc, event_date nulls last, workshop.id`,
  )

const readOpenOffers = readingOffers(false)
const readAllOffers = readingOffers(true)

// An agency that takes part in two workshops is one object, so that a case of either counts for both.
function withSharedAgencies(offers: readonly Offer[], now: Date): (OpenWorkshop & Questionnaire)[] {
  const known = new Map<number, Candidate & { openCases: number }>()
  for (const { agencies } of offers) for (const agency of agencies ?? []) known.set(agency.id, known.get(agency.id) ?? { ...agency })
  return offers.map((offer) => ({
    ...offer,
    today: dayIn(offer.timeZone, now),
    agencies: (offer.agencies ?? []).flatMap(({ id }) => known.get(id) ?? []),
  }))
}
