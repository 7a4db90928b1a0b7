import { openWorld } from '../calls/world.ts'
import { viaRest, viaTrpc } from '../support/both-transports.ts'
import { buildAnswers, questionnaireName, workshopName } from '../support/builders.ts'
import type { Portico } from '../support/harness.ts'
import { openReplica } from '../support/replicas.ts'

/** The number of responses by HTTP status, and of respondents afterwards. */
export interface Hall {
  readonly answers: Readonly<Record<number, number>>
  readonly people: number
  readonly checkedIn: number
}

const address = '203.0.113.7'
const atOnce = 50

/**
 * Simulates people behind one address, half of them at another server: each looks up a workshop, reads the questionnaire, sends a response
 * twice because of a bad connection, and checks in. Seven calls each.
 */
export async function fillHall(portico: Portico, people: number): Promise<Hall> {
  await openWorld(portico)
  await portico.sql('delete from respondent')
  const replica = await openReplica(portico)
  const answers: Record<number, number> = {}
  const answered = await buildAnswers()

  async function visit(index: number): Promise<void> {
    const [app, transport] = index % 2 === 0 ? [portico.app, viaRest] : [replica, viaTrpc]
    const ask = async (path: string, input: unknown) => {
      const answer = await transport(app, path, input, { address })
      answers[answer.status] = (answers[answer.status] ?? 0) + 1
      return answer.data
    }
    await ask('workshops.getOpenWorkshopList', {})
    await ask('workshops.getWorkshopQuestionnaire', { workshopName })
    await ask('questionnaires.getQuestionnaireByNameAndLanguageCode', { name: questionnaireName, languageCode: 'es' })
    const idempotencyKey = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const sent = { name: questionnaireName, language: 'en', answers: answered, idempotencyKey }
    const { anonymousId } = await ask('responses.addNewQuestionnaireResponse', sent)
    await ask('responses.addNewQuestionnaireResponse', sent)
    await ask('workshops.isRespondentCheckedIn', { respondent: { anonymousId } })
    await ask('workshops.respondentCheckIn', { respondent: { anonymousId } })
  }

  for (let first = 0; first < people; first += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, people - first) }, (_one, index) => visit(first + index)))
  const [row] = await portico.sql<{ people: number; checkedIn: number }>(
    `select count(*)::int people, count(checked_in_at)::int "checkedIn" from respondent`,
  )
  return { answers, people: row?.people ?? 0, checkedIn: row?.checkedIn ?? 0 }
}
