import { beforeAll, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, sampleDefinition, twoReds } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import type { SeedAccountName } from '../../seed/seed-accounts.ts'

const portico = await openPortico()
const sample = await sampleDefinition()
const definition = {
  ...sample,
  questions: sample.questions.map((question) =>
    question.redWhen ? { ...question, redGuidance: 'Ask.', redVersion: '2026-11' } : question,
  ),
}
const adam = await portico.as('adam')

/** Returns which facts of red-flag rules this person reads in a version. */
async function factsRead(name: SeedAccountName, id: number): Promise<string[]> {
  const { questions } = await (await portico.as(name)).call.questionnaires.getQuestionnaireById({ id, code: 'en' })
  expect(questions.length).toBeGreaterThan(10)
  return [...new Set(questions.flatMap((question) => Object.keys(question).filter((key) => key.startsWith('redFlag'))))].toSorted()
}
const all = ['redFlagGuidance', 'redFlagReason', 'redFlagVersion']

describe('the reasons for red answers, their guidance and version', () => {
  const versions = { 'of a case of North Valley': 0, 'of a green dot alone': 0, 'without responses': 0 }
  let agencies: { id: number; name: string }[] = []

  beforeAll(async () => {
    const assign = async (anonymousId: string, name: string) => {
      agencies = await adam.call.agency.getAllAgencies()
      const agencyId = agencies.find((agency) => agency.name.startsWith(name))?.id ?? 0
      await adam.rest('responses/assignRespondent', { respondent: { anonymousId }, agencyId })
    }
    versions['of a case of North Valley'] = await buildQuestionnaire(portico, undefined, definition)
    await buildWorkshop(portico)
    await assign(await buildRespondent(portico, twoReds), 'North Valley')
    versions['of a green dot alone'] = await buildQuestionnaire(portico, undefined, definition)
    await buildRespondent(portico)
    versions['without responses'] = await buildQuestionnaire(portico, undefined, definition)
    // Memberships outlast the role.
    await portico.sql(
      `insert into agency_member (account_id, agency_id) select account.id, agency.id from account, agency where account.name = 'Victor Vo' and agency.name like 'North Valley%'`,
    )
  })

  it.each<[who: SeedAccountName, version: keyof typeof versions, read: string[]]>([
    ['rosa', 'of a case of North Valley', all],
    ['rosa', 'without responses', all],
    ['adam', 'of a case of North Valley', all],
    ['adam', 'without responses', all],
    ['ana', 'of a case of North Valley', all],
    ['ana', 'of a green dot alone', []],
    ['ana', 'without responses', []],
    ['ben', 'of a case of North Valley', []],
    ['ben', 'of a green dot alone', []],
    ['vera', 'of a case of North Valley', []],
    ['vera', 'of a green dot alone', []],
    ['vera', 'without responses', []],
    ['victor', 'of a case of North Valley', []],
  ])('%s reads in a version %s: %j', async (who, version, read) => {
    expect(await factsRead(who, versions[version])).toEqual(read)
  })

  it('follow a case to another agency, and end with it', async () => {
    const [row] = await portico.sql<{ id: string }>(`select anonymous_id as id from respondent where current_flag = 'in-progress'`)
    const respondent = { anonymousId: row?.id ?? '' }
    const agencyId = agencies.find((agency) => agency.name.startsWith('Bay'))?.id ?? 0
    await adam.call.responses.assignRespondent({ respondent, agencyId })
    const version = versions['of a case of North Valley']
    expect(await factsRead('ana', version)).toEqual([])
    expect(await factsRead('ben', version)).toEqual(all)
    await adam.call.corrections.withdrawRespondent({ respondent, reason: 'They asked.' })
    expect(await factsRead('ben', version)).toEqual([])
  })
})
