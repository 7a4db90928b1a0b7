import { describe, expect, it } from 'vitest'
import { openForeignThings } from '../calls/foreign-things.ts'
import {
  about,
  answerIdIn,
  decide,
  flagRed,
  missingId,
  missingNumber,
  newCase,
  openWorld,
  reason,
  red,
  workshopDay,
} from '../calls/world.ts'
import { viaBoth } from '../support/both-transports.ts'
import { buildRespondent, buildWorkshop, workshopName } from '../support/builders.ts'
import { openPortico, type Person } from '../support/harness.ts'

const portico = await openPortico()
const world = await openWorld(portico)
const { adam, agencies } = world
const [ana, vera, visitor] = [await portico.as('ana'), await portico.as('vera'), await portico.as()]
const foreign = await openForeignThings(world)
const answerOf = async (anonymousId: string, identifier = 'deported') => answerIdIn(world, anonymousId, identifier)
const decideRed = (anonymousId: string) => decide(anonymousId, red)
const ask = (who: Person, path: string, input: unknown) => viaBoth(portico.app, path, input, { token: who.accessToken })

describe('a change of access takes effect on the next request', () => {
  const doorCalls = ['getWorkshopGreenDotRespondent', 'getWorkshopGreenDotAnswerInfo'].map((call) => `responses.${call}`)
  const isNotIn = async (who: Person, anonymousId: string) => {
    for (const answer of await ask(who, 'workshops.isRespondentCheckedIn', about(anonymousId)))
      expect([answer.ok, answer.data]).toEqual([true, null])
  }
  const isMissing = async (who: Person, anonymousId: string) => {
    const inputs: [string, unknown, unknown][] = [
      ...[...doorCalls, 'workshops.respondentCheckIn'].map((path): [string, unknown, unknown] => [
        path,
        about(anonymousId),
        about(missingId),
      ]),
      ['responses.submitWorkshopGreenDotRespondentStatusOverride', decideRed(anonymousId), decideRed(missingId)],
      ['responses.submitWorkshopGreenDotAnswerOverride', flagRed(await answerOf(anonymousId)), flagRed(missingNumber)],
    ]
    for (const [path, input, none] of inputs) {
      const [there, nowhere] = [await ask(who, path, input), await ask(who, path, none)]
      expect(
        there.map((answer) => answer.whole),
        path,
      ).toEqual(nowhere.map((answer) => answer.whole))
      expect(there.map((answer) => answer.id)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    }
    await isNotIn(who, anonymousId)
  }
  const listed = async (who: Person) =>
    (await who.call.responses.getWorkshopGreenDotResponses({ name: workshopName, pagination: { offset: 0, count: 100 } })).items.map(
      (item) => item.respondent.anonymousId,
    )

  it.each([
    ['revoked', 'revoked_at', '2026-12-19T16:59:59Z'],
    ['expired', 'expires_at', workshopDay],
  ])('for a grant that was %s', async (_how, column, at) => {
    expect(await listed(vera)).toContain(world.green)
    await portico.sql(`update workshop_access set ${column} = $1`, [at])
    for (const answer of await ask(vera, 'responses.getWorkshopGreenDotResponses', { name: workshopName }))
      expect(answer.id).toBe('VOLUNTEER_CANT_ACCESS_WORKSHOP')
    await isMissing(vera, world.green)
    expect(await vera.call.workshops.getWorkshopList()).toEqual([])
    await portico.sql(`update workshop_access set ${column} = null`)
    expect(await listed(vera)).toContain(world.green)
  })

  it('for an agency removed from the workshop, and a membership that ended', async () => {
    expect(await listed(ana)).toContain(world.green)
    await buildWorkshop(portico, { agencyIds: [agencies.ben] })
    await isMissing(ana, world.green)
    expect(await listed(ana)).toEqual([])
    await buildWorkshop(portico)
    const [mine] = await portico.sql(`delete from agency_member where agency_id = $1 returning *`, [agencies.ana])
    await isMissing(ana, world.green)
    for (const answer of await ask(ana, 'agency.getAssignedRespondent', about(world.waiting))) expect(answer.id).toBe('NOT_FOUND')
    for (const answer of await ask(ana, 'agency.getAssignedRespondents', { agencyId: agencies.ana })) expect(answer.data.meta.count).toBe(0)
    expect(await ana.call.agency.getMyAgencyList()).toEqual([])
    await portico.sql(`insert into agency_member (agency_id, account_id) values ($1, $2)`, [mine?.agency_id, mine?.account_id])
    expect(await listed(ana)).toContain(world.green)
  })

  it('for a respondent who turned red after being listed', async () => {
    const anonymousId = await buildRespondent(portico)
    for (const who of [vera, ana]) expect(await listed(who)).toContain(anonymousId)
    await adam.call.agency.submitRespondentStatusOverride({ ...about(anonymousId), status: { flag: 'red', reason } })
    for (const who of [vera, ana]) {
      expect(await listed(who)).not.toContain(anonymousId)
      await isMissing(who, anonymousId)
    }
    for (const answer of await ask(visitor, 'workshops.respondentCheckIn', about(anonymousId))) expect(answer.id).toBe('NOT_FOUND')
    await isNotIn(visitor, anonymousId)
  })

  it('for a case that was assigned to another agency', async () => {
    const anonymousId = await newCase(portico)
    const answerId = await answerOf(anonymousId, 'taxesFiled')
    for (const answer of await ask(ana, 'agency.getAssignedRespondent', about(anonymousId))) expect(answer.ok).toBe(true)
    await adam.call.responses.assignRespondent({ ...about(anonymousId), agencyId: agencies.ben })
    for (const [path, input] of [
      ['agency.getAssignedRespondent', about(anonymousId)],
      ['responses.getRespondentAnswerInfo', about(anonymousId)],
      ['agency.submitAnswerOverride', { ...flagRed(answerId), flag: 'green' }],
      ['agency.submitRespondentStatusOverride', decideRed(anonymousId)],
    ] as const)
      for (const answer of await ask(ana, path, input)) expect(answer.id, path).toBe('NOT_FOUND')
  })

  it('for a disabled account, and one that lost its role', async () => {
    const victor = await portico.as('victor')
    for (const answer of await ask(victor, 'getMyProfile', {})) expect(answer.ok).toBe(true)
    await portico.sql(`update account set roles = '{AGENCY}' where name = 'Victor Vo'`)
    for (const answer of await ask(victor, 'agency.getMyAgencyList', {})) expect(answer.ok).toBe(true)
    await portico.sql(`update account set roles = '{VOLUNTEERV1}' where name = 'Victor Vo'`)
    for (const answer of await ask(victor, 'agency.getMyAgencyList', {})) expect([answer.status, answer.id]).toEqual([403, 'FORBIDDEN'])
    await portico.sql(`update account set disabled_at = now() where name = 'Victor Vo'`)
    for (const path of ['getMyProfile', 'workshops.getWorkshopList', 'workshops.respondentCheckIn'])
      for (const answer of await ask(victor, path, about(world.green)))
        expect([answer.status, answer.id, answer.message], path).toEqual([401, 'UNAUTHENTICATED', 'Authentication failure for endpoint'])
    for (const answer of await ask(victor, 'workshops.getDefaultWorkshop', {})) expect(answer.ok).toBe(true)
    await portico.sql(`update account set disabled_at = null where name = 'Victor Vo'`)
  })
})

describe('an account with two roles has the rights of both', () => {
  it('agency and volunteer', async () => {
    await portico.sql(`update account set roles = '{AGENCY,VOLUNTEERV1}' where name = 'Ana Alvarez'`)
    for (const answer of await ask(ana, 'responses.getWorkshopGreenDotResponses', { name: 'elsewhere' }))
      expect(answer.id).toBe('VOLUNTEER_CANT_ACCESS_WORKSHOP')
    await portico.sql(
      `insert into workshop_access (workshop_id, account_id, granted_at) select w.id, a.id, now() from workshop w, account a where w.name = 'elsewhere' and a.name = 'Ana Alvarez'`,
    )
    for (const name of ['elsewhere', workshopName])
      for (const answer of await ask(ana, 'responses.getWorkshopGreenDotResponses', { name }))
        expect(answer.data.items.length, name).toBeGreaterThan(0)
    for (const answer of await ask(ana, 'workshops.getWorkshopList', {}))
      expect(answer.data.map((workshop: { name: string }) => workshop.name)).toEqual(expect.arrayContaining(['elsewhere', workshopName]))
    for (const path of ['agency.getAssignedRespondent', 'responses.getRespondentAnswerInfo'])
      for (const answer of await ask(ana, path, about(world.waiting))) expect(answer.ok, path).toBe(true)
    for (const answer of await ask(ana, 'agency.getAssignedRespondent', about(foreign.green))) expect(answer.id).toBe('NOT_FOUND')
    for (const answer of await ask(ana, 'agency.getAllAgencies', {})) expect(answer.status).toBe(403)
    await portico.sql(`update account set roles = '{AGENCY}' where name = 'Ana Alvarez'`)
    for (const answer of await ask(ana, 'responses.getWorkshopGreenDotRespondent', about(foreign.green)))
      expect(answer.id).toBe('NOT_FOUND')
  })

  it('volunteer and admin: decides as an admin', async () => {
    await portico.sql(`update account set roles = '{VOLUNTEERV1,ADMIN_USER}' where name = 'Vera Varga'`)
    for (const answer of await ask(vera, 'responses.getWorkshopGreenDotResponses', { name: 'elsewhere' }))
      expect(answer.data.items.length).toBeGreaterThan(0)
    for (const answer of await ask(vera, 'responses.getWorkshopGreenDotResponses', { name: 'nowhere' }))
      expect(answer.data.items).toEqual([])
    for (const answer of await ask(vera, 'admin.registrationOptions', {}))
      expect(answer.data).toEqual({ accountFlavors: ['volunteer', 'simple-agency'] })
    await portico.sql(`update account set roles = '{VOLUNTEERV1}' where name = 'Vera Varga'`)
    for (const answer of await ask(vera, 'admin.registrationOptions', {})) expect(answer.data).toEqual({ accountFlavors: [] })
  })

  it('volunteers may only mark as red; green is refused before the respondent is looked up', async () => {
    for (const anonymousId of [world.green, foreign.green, missingId])
      for (const answer of await ask(vera, 'responses.submitWorkshopGreenDotRespondentStatusOverride', {
        ...about(anonymousId),
        status: { flag: 'green' },
      }))
        expect([answer.status, answer.id]).toEqual([403, 'FORBIDDEN'])
  })
})
