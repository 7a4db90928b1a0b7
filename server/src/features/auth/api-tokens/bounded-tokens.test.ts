import { describe, expect, it } from 'vitest'
import { buildApiToken } from '../../../../test/support/api-tokens.ts'
import { viaRest } from '../../../../test/support/both-transports.ts'
import { workshopName } from '../../../../test/support/builders.ts'
import { about, openTokenPortal } from '../../../../test/support/token-portal.ts'

const { portico, here, there, rosa, outcome } = await openTokenPortal()
const list = 'responses.getAllResponses'

describe('a bounded API token', () => {
  const idsOf = (answer: any) => answer.data.items.map((item: any) => item.respondent.anonymousId)

  it('sees only its workshop in lists, searches, counts, cases and decisions', async () => {
    const { token } = await buildApiToken(portico, { workshopNames: [workshopName] })
    const asked = (path: string, input: unknown) => viaRest(portico.app, path, input, { token })
    const fresh = () => portico.sql('delete from rate_counter')
    expect(idsOf(await asked(list, {}))).toEqual([here])
    for (const input of [
      { filter: { query: there } },
      { filter: { workshopName: 'elsewhere' } },
      { filter: { ready: false, query: 'nguyen' } },
    ])
      expect(JSON.stringify((await asked(list, input)).data.items)).not.toContain(there)
    await fresh()
    expect((await asked(list, { name: 'elsewhere' })).id).toBe('NOT_FOUND')
    const overview = (await asked('responses.getOverview', {})).data
    expect([overview.total, overview.byLanguage]).toEqual([1, [{ language: 'en', respondents: 1 }]])
    expect((await asked('responses.getOverview', { name: 'elsewhere' })).id).toBe('NOT_FOUND')
    expect((await asked('workshops.getWorkshopList', {})).data.map((one: any) => one.name)).toEqual([workshopName])
    await fresh()
    for (const path of ['responses.getResponseForAdmin', 'responses.getRespondentAnswerInfo', 'agency.getContactLog'])
      expect([path, (await asked(path, about(there))).id]).toEqual([path, 'NOT_FOUND'])
    await fresh()
    const force = { ...about(there), status: { flag: 'red', reason: 'x' } }
    expect((await asked('agency.submitRespondentStatusOverride', force)).id).toBe('NOT_FOUND')
    expect((await asked('responses.withdrawForce', { ...about(there), reason: 'x' })).id).toBe('NOT_FOUND')
    expect((await asked('workshops.getWorkshop', { name: workshopName })).id).toBe('FORBIDDEN')
  })

  it('cannot request, read or cancel downloads of another workshop', async () => {
    const { token } = await buildApiToken(portico, { workshopNames: [workshopName], calls: ['downloads'] })
    const { downloadId: id } = await rosa.call.downloads.enqueueDownload({
      workshop: { name: 'elsewhere' },
      configuration: { flavor: 'all' },
    })
    const ask = async (name: string, input: unknown) => {
      await portico.sql('delete from rate_counter')
      return outcome(token, `downloads.${name}`, input)
    }
    const order = (name: string) => ({ workshop: { name }, configuration: { flavor: 'all' } })
    expect([await ask('enqueueDownload', order('elsewhere')), await ask('enqueueDownload', order(workshopName))]).toEqual([
      'NOT_FOUND',
      'done',
    ])
    for (const name of ['getDownloadListItem', 'getDownloadStatus', 'cancelDownload', 'getDownloadFile'])
      expect(await ask(name, { id })).toBe('NOT_FOUND')
    expect(await ask('getDownloadList', { workshopName: 'elsewhere' })).toBe('NOT_FOUND')
    expect(await rosa.call.downloads.getDownloadStatus({ id })).toMatchObject({ status: 'not-started' })
  })

  it('sees only respondents assigned to its agency', async () => {
    const [mine, other] = await rosa.call.agency.getAllAgencies()
    const owner = (await rosa.call.responses.getResponseForAdmin(about(here))).respondent.agency?.id
    const foreign = owner === mine?.id ? other?.id : mine?.id
    for (const [agencyId, seen] of [
      [owner, true],
      [foreign, false],
    ] as const) {
      await portico.sql('delete from rate_counter')
      const { token } = await buildApiToken(portico, { agencyIds: [agencyId ?? 0] })
      expect(idsOf(await viaRest(portico.app, list, { agencyId: owner }, { token })).includes(here)).toBe(seen)
      expect((await viaRest(portico.app, 'responses.getResponseForAdmin', about(here), { token })).ok).toBe(seen)
      expect((await viaRest(portico.app, 'downloads.getDownloadList', { workshopName }, { token })).id).toBe('FORBIDDEN')
    }
  })

  it('control: sees everything without bounds', async () => {
    const { token } = await buildApiToken(portico)
    expect(idsOf(await viaRest(portico.app, list, {}, { token })).toSorted()).toEqual([here, there].toSorted())
    expect((await viaRest(portico.app, 'responses.getOverview', {}, { token })).data.total).toBe(2)
  })
})
