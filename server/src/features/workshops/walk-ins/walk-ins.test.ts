import { describe, expect, it } from 'vitest'
import {
  buildAnswers,
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  twoReds,
  workshopName,
} from '../../../../test/support/builders.ts'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { sweepWalkIns } from './walk-ins.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
portico.setTime('2026-12-19T17:00:00Z')
const [vera, adam, visitor] = [await portico.as('vera'), await portico.as('adam'), await portico.as()]

const person = { name: workshopName, fullName: 'Lucía Mora', phoneNumber: '+14085550177', language: 'es' } as const
const begin = async () => (await vera.call.workshops.startWalkIn(person)).walkInId
const waiting = async () => (await vera.call.workshops.getDoorList({ name: workshopName })).walkIns
async function answerWith(walkIn: string, changed: Readonly<Record<string, string>> = {}, input: Record<string, unknown> = {}) {
  const answers = await buildAnswers(changed)
  const { body } = await visitor.rest('responses/addNewQuestionnaireResponse', {
    name: questionnaireName,
    language: 'es',
    workshopName,
    answers,
    walkIn,
    ...input,
  })
  return body.data.anonymousId as string
}
const rowOf = async (id: number) => (await portico.sql<Record<string, unknown>>('select * from walk_in where id = $1', [id]))[0]

describe('walk-ins', () => {
  it('wait on the list, are answered on the respondent’s phone and are recorded on the case', async () => {
    const walkInId = await begin()
    expect(await waiting()).toEqual([
      { walkInId, fullName: 'Lucía Mora', language: 'es', startedAt: '2026-12-19T17:00:00.000Z', startedBy: 'Vera Varga' },
    ])
    const { body } = await vera.rest('workshops/createWalkInLink', { walkInId, together: false })
    expect(body.data).toMatchObject({ workshopName, questionnaireName })
    const opened = await visitor.rest('workshops/openWalkIn', { token: body.data.token })
    expect(opened.body.data).toMatchObject({
      language: 'es',
      together: false,
      nameIdentifier: 'fullName',
      answers: { fullName: 'Lucía Mora', phone: '+14085550177' },
    })
    const answered = async () => (await vera.call.workshops.getDoorList({ name: workshopName })).answeredWalkIns.includes(walkInId)
    expect(await answered()).toBe(false)
    const anonymousId = await answerWith(body.data.token, twoReds)
    expect(await waiting()).toEqual([])
    expect(await answered()).toBe(true)
    const removed = await begin()
    await vera.call.workshops.removeWalkIn({ walkInId: removed })
    expect((await vera.call.workshops.getDoorList({ name: workshopName })).answeredWalkIns).not.toContain(removed)
    const { walkIn } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
    expect(walkIn).toEqual({ startedBy: 'Vera Varga', answeredWith: null, timestampUTC: '2026-12-19T17:00:00.000Z' })
    expect(await rowOf(walkInId)).toMatchObject({ sealed: null, wrapped_key: null, token_hash: null })
  })

  it('record the account that entered the answers together with the respondent', async () => {
    const walkInId = await begin()
    const { token } = await vera.call.workshops.createWalkInLink({ walkInId, together: true })
    expect(await visitor.call.workshops.openWalkIn({ token })).toMatchObject({ together: true })
    const anonymousId = await answerWith(token, twoReds)
    const { walkIn } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
    expect(walkIn).toMatchObject({ startedBy: 'Vera Varga', answeredWith: 'Vera Varga' })
  })

  it('have one valid link at a time, good for one response; other responses are stored unlinked', async () => {
    const walkInId = await begin()
    const first = await vera.call.workshops.createWalkInLink({ walkInId, together: false })
    const second = await vera.call.workshops.createWalkInLink({ walkInId, together: false })
    await expect(visitor.call.workshops.openWalkIn({ token: first.token })).rejects.toMatchObject({ cause: { id: 'NOT_FOUND' } })
    const stray = await answerWith(first.token)
    expect(await waiting()).toHaveLength(1)
    const idempotencyKey = '018f3a5e-7b1c-7c3d-9a40-2f6b8c1d0e77'
    const anonymousId = await answerWith(second.token, {}, { idempotencyKey })
    expect(await answerWith(second.token, {}, { idempotencyKey })).toBe(anonymousId)
    const again = await answerWith(second.token)
    expect(new Set([stray, anonymousId, again]).size).toBe(3)
    const [linked] = await portico.sql<{ id: string }>(
      'select anonymous_id id from respondent join walk_in on walk_in.respondent_id = respondent.id where walk_in.id = $1',
      [walkInId],
    )
    expect(linked?.id).toBe(anonymousId)
  })

  it('are stored without a readable name, number or secret', async () => {
    const walkInId = await begin()
    const { token } = await vera.call.workshops.createWalkInLink({ walkInId, together: false })
    const [row] = await portico.sql<{ text: string }>('select row_to_json(walk_in)::text as text from walk_in where id = $1', [walkInId])
    for (const secret of ['Mora', '4085550177', token]) {
      expect(row?.text).not.toContain(secret)
      expect(row?.text).not.toContain(Buffer.from(secret).toString('hex'))
    }
    await vera.call.workshops.removeWalkIn({ walkInId })
    expect(await rowOf(walkInId)).toBeUndefined()
  })

  it('are deleted when the day ends in the time zone of the workshop', async () => {
    const walkInId = await begin()
    const { token } = await vera.call.workshops.createWalkInLink({ walkInId, together: false })
    portico.setTime('2026-12-20T07:59:00Z')
    await sweepWalkIns(portico.services)
    expect(await rowOf(walkInId)).toBeDefined()
    portico.setTime('2026-12-20T08:00:00Z')
    await expect(visitor.call.workshops.openWalkIn({ token })).rejects.toMatchObject({ cause: { id: 'NOT_FOUND' } })
    await sweepWalkIns(portico.services)
    expect(await rowOf(walkInId)).toBeUndefined()
    portico.setTime('2026-12-19T17:00:00Z')
  })
})

describe('likely duplicates', () => {
  it('are those in the same workshop with the same phone, e-mail or name, most matches first', async () => {
    const name = 'duplicates'
    await buildWorkshop(portico, { name, isDefault: false })
    const answer = (changed: Record<string, string>) => buildRespondent(portico, changed, { workshopName: name })
    const samePhone = await answer({ fullName: 'Someone Else', phone: '+14085550142', email: 'else@respondents.example' })
    const sameName = await answer({ fullName: 'NGUYỄN Mai', phone: '+14085550143', email: 'other@respondents.example' })
    const both = await answer({ ...twoReds, fullName: 'Mai Nguyen', phone: '+14085550144', email: 'mai.n+day@respondents.example' })
    await answer({ fullName: 'Mai Nguyen Tran', phone: '+14085550145', email: 'third@respondents.example' })
    const asked = { name, fullName: 'Mai Nguyen', phoneNumber: '+14085550142', email: 'mai.n@respondents.example' }
    expect(await vera.call.workshops.findLikelyDuplicates(asked)).toEqual([
      { anonymousId: both, fullName: 'Mai Nguyen', phoneEnd: '0144', green: false, matches: ['email', 'name'] },
      { anonymousId: sameName, fullName: 'NGUYỄN Mai', phoneEnd: '0143', green: true, matches: ['name'] },
      { anonymousId: samePhone, fullName: 'Someone Else', phoneEnd: '0142', green: true, matches: ['phone'] },
    ])
    const { body } = await vera.rest('workshops/findLikelyDuplicates', { ...asked, name: workshopName })
    expect(body.data).toEqual([])
  })
  it('are the five with most matches, and of these the newest', async () => {
    const name = 'many_duplicates'
    await buildWorkshop(portico, { name, isDefault: false })
    const answer = (fullName: string, line: number) =>
      buildRespondent(portico, { fullName, phone: `+1408555010${line}`, email: `${line}@respondents.example` }, { workshopName: name })
    const both = await answer('Mai Nguyen', 0)
    const same: string[] = []
    for (let line = 1; line < 7; line += 1) same.push(await answer('Nguyen Mai', line))
    const found = await vera.call.workshops.findLikelyDuplicates({ name, fullName: 'Mai Nguyen', phoneNumber: '+14085550100' })
    expect(found.map(({ anonymousId }) => anonymousId)).toEqual([both, ...same.toReversed().slice(0, 4)])
    expect(await newestEntry()).toEqual([expect.stringMatching(/^query:/), ...[both, ...same.toReversed()].map((id) => `respondent:${id}`)])
  })
  it('leave an audit entry when there are none, with a hash that is the same for the same person', async () => {
    const ask = async (email: string) => {
      await vera.call.workshops.findLikelyDuplicates({ name: workshopName, fullName: 'Nobody Atall', email })
      return newestEntry()
    }
    const entry = await ask('nobody@example.org')
    expect(entry).toEqual([expect.stringMatching(/^query:/), 'found:0'])
    expect(await ask('NOBODY@example.org')).toEqual(entry)
    expect(await ask('nobody.else@example.org')).not.toEqual(entry)
  })
  it('leave an audit entry with their number when they are more than 200', async () => {
    const name = 'namesakes'
    await buildWorkshop(portico, { name, isDefault: false })
    for (let line = 0; line < 201; line += 1)
      await buildRespondent(portico, { fullName: 'Thu Vo', email: `thu.vo+${line}@respondents.example` }, { workshopName: name })
    await vera.call.workshops.findLikelyDuplicates({ name, fullName: 'Vo Thu' })
    expect(await newestEntry()).toEqual([expect.stringMatching(/^query:/), 'found:201'])
  })
})

async function newestEntry(): Promise<string[] | undefined> {
  return (await auditTrail(portico, 0, 'workshops.findLikelyDuplicates')).at(-1)?.subjects
}
