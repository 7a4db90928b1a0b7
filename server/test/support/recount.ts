import { currentRespondentFlag, summarizeFlags } from '@portico/shared/rules/flags'
import type { DecidableFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import { openAnswers, openContact, openDecisions, type AnswerPlaces, type Decision } from '../../src/infra/security/sealed-respondent.ts'
import { mayBeShared } from '../../src/features/responses/assignment/assignment.ts'
import { placesOf } from '../../src/features/questionnaires/definitions.ts'
import { publishedDefinition } from './builders.ts'
import type { Portico } from './harness.ts'

interface StoredRespondent {
  readonly id: number
  readonly anonymousId: string
  readonly workshopId: number
  readonly questionnaireId: number
  readonly agencyId: number | null
  readonly language: string
  readonly day: string
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly sealedAnswers: Buffer
  readonly sealedContact: Buffer
  readonly initialFlag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly forcedFlag: DecidableFlag | null
  readonly initialReds: number
  readonly currentReds: number
  readonly invitations: number
  readonly hasEmail: boolean
  readonly mustTelephone: boolean
}

interface StoredDecision {
  readonly id: number
  readonly respondentId: number
  readonly sealed: Buffer
}

/**
 * Recounts everything from the sealed answers and the decisions, and returns a line for each difference from the stored values: flags,
 * counts, forces, agencies, invitations, and the respondent counts used by lists and the overview.
 */
export async function recount(portico: Portico): Promise<string[]> {
  const [people, decisions, taking, places] = await Promise.all([
    readPeople(portico),
    readDecisions(portico),
    readTakingPart(portico),
    readPlaces(portico),
  ])
  const faults = people.flatMap((respondent) => {
    const asked = places.get(respondent.questionnaireId)
    if (!asked) return `${respondent.anonymousId}: there is no questionnaire version ${respondent.questionnaireId}`
    return faultsOf(portico, respondent, asked, decisions, taking.has(respondent.workshopId))
  })
  return [...faults, ...(await countFaults(portico, people)), ...(await languageFaults(portico, people))]
}

async function languageFaults(portico: Portico, people: readonly StoredRespondent[]): Promise<string[]> {
  const counted = new Map<string, number>()
  for (const respondent of people) {
    const key = `${respondent.workshopId} ${openContact(portico.services.encryption, respondent).contactLanguage}`
    counted.set(key, (counted.get(key) ?? 0) + 1)
  }
  const rows = await portico.sql<{ key: string; respondents: number }>(
    `select concat_ws(' ', workshop_id, language) as key, respondents from contact_language_count`,
  )
  const stored = new Map(rows.map((row) => [row.key, row.respondents]))
  return differences('contact_language_count', stored, counted)
}

function faultsOf(
  portico: Portico,
  respondent: StoredRespondent,
  places: AnswerPlaces,
  decisions: readonly StoredDecision[],
  canBeAssigned: boolean,
): string[] {
  const { encryption } = portico.services
  const own: readonly Decision[] = openDecisions(
    encryption,
    respondent,
    decisions.filter((decision) => Number(decision.respondentId) === Number(respondent.id)),
  )
  const newestOf = (position: number) => own.find((decision) => decision.position === position)
  const answers = openAnswers(encryption, respondent, places)
  const judged = answers.map((answer, position) => {
    const newest = newestOf(position)
    return {
      ...answer,
      canBeFlagged: answer.canBeFlagged || (newest?.flag ?? null) !== null,
      overridden: (newest?.flag ?? null) !== null && newest?.flag !== answer.initialFlag,
    }
  })
  const forced = own.find((decision) => decision.about === 'respondent')?.flag ?? null
  const { initial, initialRedFlagAnswerCount } = summarizeFlags(
    answers.map((answer) => ({ ...answer, overridden: false })),
    null,
  )
  const { currentRedFlagAnswerCount } = summarizeFlags(judged, forced)
  const counted = {
    initial,
    initialRedFlagAnswerCount,
    currentRedFlagAnswerCount,
    current: currentRespondentFlag(initial, currentRedFlagAnswerCount, forced),
  }
  const needsAgency = counted.current === 'red' || counted.current === 'in-progress'
  const differences: readonly (readonly [string, unknown, unknown])[] = [
    ['initial flag', respondent.initialFlag, counted.initial],
    ['current flag', respondent.currentFlag, counted.current],
    [
      'current flag by its rule',
      respondent.currentFlag,
      currentRespondentFlag(respondent.initialFlag, respondent.currentReds, respondent.forcedFlag),
    ],
    ['initial reds', respondent.initialReds, counted.initialRedFlagAnswerCount],
    ['current reds', respondent.currentReds, counted.currentRedFlagAnswerCount],
    ['force', respondent.forcedFlag, forced],
    ['green force over red answers', respondent.forcedFlag === 'green' && respondent.currentReds > 0, false],
    ['agency', needsAgency && canBeAssigned && mayBeShared(judged) && respondent.agencyId === null, false],
    ['more than one invitation', respondent.invitations > 1, false],
    [
      'invitation of a green dot',
      counted.current === 'green' && respondent.hasEmail && !respondent.mustTelephone && respondent.invitations === 0,
      false,
    ],
  ]
  return differences
    .filter(([, stored, right]) => stored !== right)
    .map(([what, stored, right]) => `${respondent.anonymousId}: ${what} is ${String(stored)}, counted again ${String(right)}`)
}

async function countFaults(portico: Portico, people: readonly StoredRespondent[]): Promise<string[]> {
  const rows = await portico.sql<{ key: string; respondents: number }>(
    `select concat_ws(' ', workshop_id, agency_id, flag, language, submitted_on) as key, respondents from respondent_count where respondents <> 0`,
  )
  const counted = new Map<string, number>()
  for (const { workshopId, agencyId, currentFlag, language, day } of people) {
    const key = [workshopId, agencyId ?? 0, currentFlag, language, day].join(' ')
    counted.set(key, (counted.get(key) ?? 0) + 1)
  }
  const stored = new Map(rows.map((row) => [row.key, row.respondents]))
  return differences('respondent_count', stored, counted)
}

// Reports only the difference, so that two recounts can be compared even if respondents were added in between.
function differences(table: string, stored: ReadonlyMap<string, number>, counted: ReadonlyMap<string, number>): string[] {
  return [...new Set([...stored.keys(), ...counted.keys()])].flatMap((key) => {
    const tooMany = (stored.get(key) ?? 0) - (counted.get(key) ?? 0)
    return tooMany === 0 ? [] : [`${table} of ${key} differs by ${tooMany} from what is counted again`]
  })
}

function readPeople(portico: Portico): Promise<StoredRespondent[]> {
  return portico.sql<StoredRespondent & Record<string, unknown>>(
    `select r.id, anonymous_id "anonymousId", workshop_id "workshopId", questionnaire_id "questionnaireId", agency_id "agencyId", language, submitted_on::text "day", key_id "keyId",
      wrapped_key "wrappedKey", sealed_answers "sealedAnswers", sealed_contact "sealedContact", initial_flag "initialFlag", current_flag "currentFlag", forced_flag "forcedFlag",
      initial_reds "initialReds", current_reds "currentReds", email_hash is not null "hasEmail", must_telephone "mustTelephone",
      (select count(*)::int from message m where m.respondent_id = r.id and m.kind = 'invitation') "invitations"
     from respondent r where wrapped_key is not null order by r.id`,
  )
}

// Newest first.
function readDecisions(portico: Portico): Promise<StoredDecision[]> {
  return portico.sql<StoredDecision & Record<string, unknown>>(
    `select id::int, respondent_id "respondentId", sealed from decision order by id desc`,
  )
}

async function readPlaces(portico: Portico): Promise<Map<number, AnswerPlaces>> {
  const places = new Map<number, AnswerPlaces>()
  for (const { id } of await portico.sql<{ id: number }>('select id from questionnaire'))
    places.set(id, placesOf(await publishedDefinition(portico, id)))
  return places
}

async function readTakingPart(portico: Portico): Promise<Set<number>> {
  const rows = await portico.sql<{ workshop_id: number }>('select distinct workshop_id from workshop_agency')
  return new Set(rows.map((row) => row.workshop_id))
}
