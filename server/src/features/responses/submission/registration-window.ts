import { Failure } from '../../../infra/failure.ts'
import { isOpen } from '@portico/shared/rules/registration-window'
import type { RequestContext } from '../../../infra/request-context.ts'
import { awaitJoining, openCases, type Candidate } from '../assignment/assignment.ts'

/** An open workshop, with the agencies that take part. */
export interface OpenWorkshop {
  readonly id: number
  readonly name: string
  readonly eventDate: string | null
  readonly timeZone: string
  readonly isDefault: boolean
  readonly questionnaireNames: readonly string[]
  readonly agencies: (Candidate & { openCases: number })[]
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

/** Reads what is open now, for these submissions (shared/spec/contract.md#submission). */
export async function openRegistrationWindow(
  ctx: RequestContext,
  requested: readonly RequestedQuestionnaire[],
): Promise<RegistrationWindow> {
  const names = [...new Set(requested.map((one) => one.name))]
  const newest = await ctx.db
    .selectFrom('questionnaire')
    .select(['name', (select) => select.fn.max('id').as('id')])
    .where('name', 'in', names)
    .groupBy('name')
    .execute()
  const newestByName = new Map(newest.map((row) => [row.name, row.id]))
  const open = await openWorkshops(ctx, names)
  return {
    admit({ name, workshopName }) {
      const newestId = newestByName.get(name)
      if (newestId === undefined) throw new Failure('NO_QUESTIONNAIRE_REGISTERED')
      const offering = open.filter((workshop) => workshop.questionnaireNames.includes(name))
      const workshop = workshopName === undefined ? offering[0] : offering.find((candidate) => candidate.name === workshopName)
      if (!workshop) throw new Failure('REGISTRATION_DISABLED')
      return { workshop, newestId }
    },
  }
}

// In the order in which a submission that names no workshop prefers them: the default, then the next by date.
async function openWorkshops(ctx: RequestContext, questionnaireNames: readonly string[]): Promise<OpenWorkshop[]> {
  const rows = await ctx.db
    .selectFrom('workshop')
    .innerJoin('workshop_questionnaire', 'workshop_questionnaire.workshopId', 'workshop.id')
    .select(['id', 'name', 'eventDate', 'disableAt', 'timeZone', 'isDefault', 'registrationOpen', 'questionnaireName'])
    .where('registrationOpen', '=', true)
    .where('questionnaireName', 'in', [...questionnaireNames])
    .orderBy('isDefault', 'desc')
    .orderBy('eventDate', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()
  const open = new Map<number, OpenWorkshop & { questionnaireNames: string[] }>()
  for (const row of rows.filter((workshop) => isOpen(workshop, ctx.now))) {
    const workshop = open.get(row.id) ?? { ...row, questionnaireNames: [], agencies: [] }
    workshop.questionnaireNames.push(row.questionnaireName)
    open.set(row.id, workshop)
  }
  await addAgencies(ctx, open)
  const without = new Map([...open].filter(([, workshop]) => workshop.agencies.length === 0))
  if (without.size > 0) {
    await awaitJoining(ctx, 'case')
    await addAgencies(ctx, without)
  }
  return [...open.values()]
}

async function addAgencies(ctx: RequestContext, open: ReadonlyMap<number, OpenWorkshop>): Promise<void> {
  if (open.size === 0) return
  const rows = await ctx.db
    .selectFrom('workshop_agency')
    .innerJoin('agency', 'agency.id', 'workshop_agency.agencyId')
    .select(['workshop_agency.workshopId', 'agency.id', 'agency.languages', openCases])
    .where('workshop_agency.workshopId', 'in', [...open.keys()])
    .execute()
  const agencies = new Map(rows.map(({ id, languages, openCases }) => [id, { id, languages, openCases }]))
  for (const row of rows) {
    const agency = agencies.get(row.id)
    if (agency) open.get(row.workshopId)?.agencies.push(agency)
  }
}
