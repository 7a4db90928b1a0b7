import { describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { previewRules, redWhenArrested } from '../../../../test/support/new-rules.ts'
import { auditBytes, type AuditContent } from './audit-signature.ts'
import { openSubjects, sealSubjects } from './sealed-subjects.ts'

const portico = await openPortico()
const { encryption } = portico.services
await buildQuestionnaire(portico, undefined, await redWhenArrested('unsure'))
await buildWorkshop(portico)
const [adam, ana] = [await portico.as('adam'), await portico.as('ana')]
const people: string[] = []
for (const [index, [fullName, contactLanguage, arrestedOrCited]] of (
  [
    ['Mai Nguyen', 'vi', 'yes'],
    ['Olga Perez', 'es', 'no'],
    ['Berta Zorro', 'en', 'yes'],
    ['Carlos Alba', 'es', 'no'],
  ] as const
).entries())
  people.push(await buildRespondent(portico, { fullName, contactLanguage, arrestedOrCited, email: `${9 - index}@respondents.example` }))
const [mai, olga, berta, carlos] = people
const trial = await previewRules({ portico, adam }, 'yes')

const page = { offset: 0, count: 100 }
const about = (anonymousId = '') => ({ respondent: { anonymousId } })
const { responses, questionnaires, messages } = adam.call
const calls: readonly (readonly [string, action: string, () => Promise<unknown>, (string | undefined)[]])[] = [
  [
    'of a list sorted by name',
    'responses.getAllResponses',
    () => responses.getAllResponses({ order: 'name', pagination: page }),
    [berta, carlos, mai, olga],
  ],
  [
    'of a list sorted by contact',
    'responses.getAllResponses',
    () => responses.getAllResponses({ order: 'contact', pagination: page }),
    [carlos, berta, olga, mai],
  ],
  [
    'of a list sorted by language',
    'responses.getAllResponses',
    () => responses.getAllResponses({ order: 'language', pagination: page }),
    [berta, olga, carlos, mai],
  ],
  [
    'of a list filtered by language',
    'responses.getAllResponses',
    () => responses.getAllResponses({ filter: { query: '', language: 'es' }, pagination: page }),
    [carlos, olga],
  ],
  [
    'of a list found by name',
    'responses.getAllResponses',
    () => responses.getAllResponses({ filter: { query: 'olga' }, pagination: page }),
    [olga],
  ],
  [
    'of a list of messages in a language',
    'messages.getMessageList',
    () => messages.getMessageList({ language: 'es', count: 50 }),
    [carlos, olga],
  ],
  [
    'of a list of whom new rules turn red',
    'questionnaires.getRuleTrialList',
    () => questionnaires.getRuleTrialList({ id: trial, turnedRed: 'arrestedOrCited', pagination: page }),
    [mai, berta],
  ],
  ['of one person', 'responses.getResponseForAdmin', () => responses.getResponseForAdmin(about(mai)), [mai]],
  ['of a refusal', 'responses.getResponseForAdmin', () => ana.call.responses.getResponseForAdmin(about(mai)).catch(() => {}), [mai]],
]

describe('without the keyring, the audit entry', () => {
  it.each(calls)('%s names nobody, and does not tell one from a few by its length', async (_what, action, call, shown) => {
    await call()
    const [entry] = await portico.sql<{ named: string; length: number }>(
      `select a::text ~ any ($2) as named, length(sealed_subjects) as length from audit_entry a where action = $1 order by id desc limit 1`,
      [action, people],
    )
    expect(entry).toEqual({ named: false, length: 28 + 256 })
    const { subjects = [] } = (await auditTrail(portico, 0, action)).at(-1) ?? {}
    const named = subjects.flatMap((subject) => (subject.startsWith('respondent:') ? subject.slice('respondent:'.length) : []))
    expect(named).toEqual(shown)
  })
})

describe('sealed subjects', () => {
  const place = { at: new Date(0), accountId: 1, action: 'one', requestId: 'r' }
  const sealed = sealSubjects(encryption, place, ['found:2', 'respondent:A', 'workshop:1', 'respondent:B'])

  it('are the respondents among them; all others stay in the clear', () => {
    expect(sealed.subjects).toEqual(['found:2', 'workshop:1'])
    expect(openSubjects(encryption, sealed)).toEqual(['found:2', 'workshop:1', 'respondent:A', 'respondent:B'])
  })

  it.each<[string, Partial<AuditContent>]>([
    ['time', { at: new Date(1) }],
    ['account', { accountId: null }],
    ['action', { action: 'two' }],
    ['request', { requestId: 's' }],
  ])('do not open in an entry of another %s', (_what, other) => {
    expect(() => openSubjects(encryption, { ...sealed, ...other })).toThrow()
  })

  it('are in what is signed; an entry without any is signed as by earlier versions', () => {
    expect(auditBytes(sealed)).toContain(sealed.sealedSubjects?.toString('base64'))
    const earlier = { ...place, subjects: ['respondent:A'], sealedSubjects: null }
    expect(auditBytes(earlier)).toBe('["1970-01-01T00:00:00.000Z",1,"one",["respondent:A"],"r"]')
    expect(openSubjects(encryption, earlier)).toEqual(['respondent:A'])
  })
})
