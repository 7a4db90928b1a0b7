import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../support/builders.ts'
import type { Person, Portico } from '../support/harness.ts'

/** A Portico with an object for every call to act on, on the day of its workshop. */
export interface World {
  readonly portico: Portico
  readonly adam: Person
  readonly questionnaireId: number
  readonly downloadId: number
  /** The ids of Ana's and Ben's agency. */
  readonly agencies: { readonly ana: number; readonly ben: number }
  readonly victorId: number
  /** A green dot that no test changes. */
  readonly green: string
  /** A case of Ana's that no test changes. */
  readonly waiting: string
}

export const workshopDay = '2026-12-19T17:00:00Z'

/** Fills a Portico so that anyone who may make a call can make it successfully. */
export async function openWorld(portico: Portico): Promise<World> {
  const questionnaireId = await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  portico.setTime(workshopDay)
  const adam = await portico.as('adam')
  const green = await buildRespondent(portico)
  const waiting = await newCase(portico)
  const { downloadId } = await adam.call.downloads.enqueueDownload({ workshop: { name: workshopName }, configuration: { flavor: 'all' } })
  await portico.drain()
  const idOf = async (table: string, name: string) =>
    (await portico.sql<{ id: number }>(`select id from ${table} where name = $1`, [name]))[0]?.id ?? 0
  return {
    portico,
    adam,
    questionnaireId,
    downloadId,
    agencies: { ana: await idOf('agency', 'North Valley Legal Aid'), ben: await idOf('agency', 'Bay Immigration Partners') },
    victorId: await idOf('account', 'Victor Vo'),
    green,
    waiting,
  }
}

/** Creates a respondent in progress with a unique e-mail address, whose case is assigned to Ana, because she works in Spanish. */
export function newCase(portico: Portico): Promise<string> {
  return buildRespondent(portico, { ...twoReds, contactLanguage: 'es', email: `case${nextNumber()}@respondents.example` })
}

/** Returns the answerId of a respondent's question. */
export async function answerIdIn({ adam }: World, anonymousId: string, identifier: string): Promise<number> {
  const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
  return answerFlags.flaggedAnswers.find((answer) => answer.identifier === identifier)?.answerId ?? 0
}

export const missingId = 'AAAA-BBBB-CCCCC'
export const missingNumber = 987_654_321

/** Personal text that must not appear anywhere unsealed. Every sample uses it as free text. */
export const personalText = 'zqxcanary: seen and discussed.'
export const reason = personalText
export const red = { flag: 'red', reason } as const

export const about = (anonymousId: string) => ({ respondent: { anonymousId } })
export const missing = about(missingId)
export const flagRed = (answerId: number) => ({ answerId, ...red })
export const decide = (anonymousId: string, status: object) => ({ ...about(anonymousId), status })

let turn = 0

/** Returns a number that is unique within the process. */
export const nextNumber = () => (turn += 1)
