import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildRespondent,
  buildQuestionnaire,
  buildWorkshop,
  questionnaireName,
  sampleForm,
  twoReds,
} from '../../../../test/support/builders.ts'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { csv } from '../../../../test/uploads/build-files.ts'
import { unseal } from '../../../infra/security/encryption.ts'
import { sweepTrials } from './commands.ts'
import { changeOf } from './run-trial.ts'
import { sealResult } from './trial-result.ts'

const portico = await openPortico()
const adam = await portico.as('adam')
const page = { offset: 0, count: 10 }
let [green, red] = ['', '']

beforeAll(async () => {
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  green = await buildRespondent(portico)
  red = await buildRespondent(portico, twoReds)
})

/** Returns the sample files with different rules: the red answers of `twoReds` are no longer red, every name is. */
async function newRules(): Promise<FormData> {
  const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId: red } })
  const reds = answerFlags.flaggedAnswers.filter(({ initialFlag }) => initialFlag === 'red').map(({ identifier }) => identifier)
  expect(reds).toHaveLength(2)
  const metadata = [
    ['identifier', 'red_flag_when', 'red_flag_reason', 'contact_role'],
    ['fullName', 'answered', 'Everyone is asked.', 'fullName'],
    ['email', '', '', 'email'],
  ]
  return sampleForm({ title: questionnaireName, fieldMetadataFile: new File([csv(metadata)], 'metadata.csv') })
}

describe('trying rules', () => {
  it('reports the changes and the respondents behind each number over both transports without changing anything', async () => {
    const before = await portico.sql('select * from respondent order by id')
    const versions = (await adam.call.questionnaires.getQuestionnaireList({})).meta.count
    const { id } = (await adam.rest('questionnaires/tryRules', await newRules())).body.data
    expect(await adam.call.questionnaires.getRuleTrial({ id })).toMatchObject({ status: 'waiting', respondents: [] })
    await portico.drain()
    const trial = await adam.call.questionnaires.getRuleTrial({ id })
    expect(trial).toMatchObject({ name: questionnaireName, status: 'done', done: 2, total: 2 })
    expect(trial.respondents).toEqual([
      { from: 'green', to: 'red', count: 1 },
      { from: 'red', to: 'red', count: 1 },
    ])
    expect(trial.questions).toContainEqual({ identifier: 'fullName', turnedRed: 2, turnedGreen: 0 })
    expect(trial.questions.filter(({ turnedGreen }) => turnedGreen === 1)).toHaveLength(2)
    const { body } = await adam.rest('questionnaires/getRuleTrialList', { id, from: 'green', pagination: page })
    expect(body.data.items).toEqual([{ anonymousId: green, from: 'green', to: 'red', turnedRed: ['fullName'], turnedGreen: [] }])
    const both = await adam.call.questionnaires.getRuleTrialList({ id, turnedRed: 'fullName', pagination: page })
    expect(both.items.map(({ anonymousId }) => anonymousId)).toEqual([green, red])
    expect(await portico.sql('select * from respondent order by id')).toEqual(before)
    expect((await adam.call.questionnaires.getQuestionnaireList({})).meta.count).toBe(versions)
  })

  it('seals its result, audits the respondents that a list showed, and is deleted after a week', async () => {
    const { id } = await adam.call.questionnaires.tryRules(await newRules())
    await portico.drain()
    const [row] = await portico.sql<{ stored: string }>(`select row_to_json(t)::text as stored from rule_trial t where id = $1`, [id])
    expect(row?.stored).not.toContain(green)
    await adam.call.questionnaires.getRuleTrialList({ id, pagination: page })
    const entries = await auditTrail(portico, 0, 'questionnaires.getRuleTrialList')
    expect(entries.flatMap(({ subjects }) => subjects)).toContain(`respondent:${green}`)
    const kept = () => portico.sql('select id from rule_trial where id = $1', [id])
    await sweepTrials(portico.services)
    expect(await kept()).toHaveLength(1)
    await portico.sql(`update rule_trial set started_at = started_at - interval '8 days'`)
    await sweepTrials(portico.services)
    expect(await kept()).toEqual([])
  })

  it('of rules that were applied to open cases loses only its result after a week', async () => {
    const { id } = await adam.call.questionnaires.tryRules(await newRules())
    await portico.drain()
    await portico.sql(`update rule_trial set status = 'applied', started_at = started_at - interval '8 days' where id = $1`, [id])
    await sweepTrials(portico.services)
    const kept = await portico.sql('select status, key_id, wrapped_key, sealed_result from rule_trial where id = $1', [id])
    expect(kept).toEqual([{ status: 'applied', key_id: null, wrapped_key: null, sealed_result: null }])
    expect(await adam.call.questionnaires.getRuleTrial({ id })).toMatchObject({ status: 'applied', respondents: [] })
  })

  it('is deleted with each respondent: what it says about them is sealed under their own key', async () => {
    const gone = await buildRespondent(portico, { email: 'gone@respondents.example', ...twoReds })
    const { id } = await adam.call.questionnaires.tryRules(await newRules())
    await portico.drain()
    const list = async () => (await adam.call.questionnaires.getRuleTrialList({ id, pagination: page })).items
    expect((await list()).find(({ anonymousId }) => anonymousId === gone)?.turnedGreen).toHaveLength(2)
    await adam.call.privacy.recordRequest({ respondent: { anonymousId: gone }, kind: 'delete' })
    const [asked] = (await adam.call.privacy.getRequestList({ open: true, pagination: page })).items
    await adam.call.privacy.completeRequest({ id: asked?.id ?? 0 })
    expect((await list()).map(({ anonymousId }) => anonymousId)).toEqual([green, red])
    const [row] = await portico.sql<{ keyId: string; wrapped: Buffer; sealed: Buffer }>(
      'select key_id as "keyId", wrapped_key as wrapped, sealed_result as sealed from rule_trial where id = $1',
      [id],
    )
    if (!row) throw new Error('The trial is gone')
    const key = portico.services.encryption.unwrapKey(`rule-trial:${id}`, row.keyId, row.wrapped)
    const result = unseal(key, `rule-trial:${id}:result`, row.sealed).toString()
    expect(result).toContain(gone)
    expect(result).not.toMatch(/fullName|taxesFiled|turned/)
  })

  it('has a size that does not tell for how many of few respondents the flag would change', () => {
    const change = { anonymousId: green, from: 'green' as const, to: 'red' as const, turnedRed: ['fullName'], turnedGreen: [] }
    const sizeOf = (count: number) =>
      sealResult(
        portico.services.encryption,
        1,
        Array.from({ length: count }, () => change),
      ).sealedResult.length
    expect(sizeOf(0)).toBe(sizeOf(100))
    expect(sizeOf(0)).not.toBe(sizeOf(10_000))
  })

  it('can still be read if an earlier version of Portico wrote it', async () => {
    const { id } = await adam.call.questionnaires.tryRules(await newRules())
    await portico.drain()
    const change = { anonymousId: green, from: 'green' as const, to: 'red' as const, turnedRed: ['fullName'], turnedGreen: [] }
    const { keyId, wrappedKey, sealedResult } = sealResult(portico.services.encryption, id, [change])
    const written = [id, keyId, wrappedKey, sealedResult]
    await portico.sql('update rule_trial set key_id = $2, wrapped_key = $3, sealed_result = $4 where id = $1', written)
    expect((await adam.call.questionnaires.getRuleTrialList({ id, pagination: page })).items).toEqual([change])
  })

  it('omits respondents deleted since; control: lists them before', async () => {
    const { id } = await adam.call.questionnaires.tryRules(await newRules())
    await portico.drain()
    const listed = async () => (await adam.call.questionnaires.getRuleTrialList({ id, pagination: page })).meta.count
    expect(await listed()).toBe(2)
    const [person] = await portico.sql<{ key: Buffer }>('select wrapped_key as key from respondent where anonymous_id = $1', [red])
    const keep = (key: Buffer | null) => portico.sql('update respondent set wrapped_key = $2 where anonymous_id = $1', [red, key])
    await keep(null)
    expect(await listed()).toBe(1)
    await keep(person?.key ?? null)
  })
})

describe('changeOf', () => {
  const definition: QuestionnaireDefinition = {
    languages: ['en'],
    defaultLanguage: 'en',
    languageNames: { en: 'English' },
    questions: [
      { identifier: 'born', questionNumber: '1', type: 'date', required: true, text: { en: 'Born?' } },
      {
        identifier: 'age',
        questionNumber: '',
        type: 'calculate',
        required: false,
        text: {},
        calculation: [{ answerTo: 'born' }, { apply: 'age', count: 1 }],
        redWhen: { op: 'lessThan', value: 18 },
      },
    ],
  }
  const born = { identifier: 'born', value: '2008-11-22', canBeFlagged: false, initialFlag: 'green' } as const

  it.each([
    ['2026-11-21', { from: 'not-applicable', to: 'red', turnedRed: ['age'], turnedGreen: [] }],
    ['2026-11-22', { from: 'not-applicable', to: 'green', turnedRed: [], turnedGreen: [] }],
  ])('judges as of %s, applying new calculations to old answers', (today, change) => {
    expect(changeOf(definition, [born], today)).toEqual(change)
  })

  it('reports a red answer whose question was removed', () => {
    const gone = { identifier: 'gone', value: 'yes', canBeFlagged: true, initialFlag: 'red' } as const
    const change = { from: 'red', to: 'green', turnedRed: [], turnedGreen: ['gone'] }
    expect(changeOf(definition, [{ ...born, value: '1990-01-01' }, gone], '2026-11-21')).toEqual(change)
  })
})
