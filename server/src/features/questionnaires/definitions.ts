import { questionsIn, type ContactRole, type QuestionDefinition, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { askedQuestions } from '@portico/shared/rules/answers'
import type { Question } from '@portico/shared/contract/questionnaires'
import { limits } from '@portico/shared/words/limits'
import { hasAnswer } from '@portico/shared/words/question-types'
import type { Services, RequestContext } from '../../infra/request-context.ts'
import {
  answerPlaces,
  openAnswers,
  type AnswerPlaces,
  type Contact,
  type SealedRespondent,
  type StoredAnswer,
} from '../../infra/security/sealed-respondent.ts'
import { patterns } from './patterns.ts'
import { openDefinition } from './sealed-definitions.ts'

/** A published version, prepared for use. It never changes, so each process caches the versions it has loaded. */
export interface Published {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly definition: QuestionnaireDefinition
  /** The questions as sent to respondents, in the default language; for checking answers. */
  readonly questions: readonly Question[]
  /** The questions that take an answer, including server-only data. */
  readonly asking: readonly QuestionDefinition[]
  /** Identifiers of the questions for contact data and contact language. */
  readonly contactQuestions: Readonly<Partial<Record<ContactRole | 'contactLanguage', string>>>
  readonly places: AnswerPlaces
}

/** Returns what each position in a respondent's list of answers refers to: every question that takes an answer has one, answered or not. */
export function placesOf(definition: QuestionnaireDefinition): AnswerPlaces {
  return answerPlaces(
    answerableQuestions(definition).map(({ identifier, redWhen }) => ({ identifier, canBeFlagged: redWhen !== undefined })),
  )
}

function answerableQuestions({ questions }: QuestionnaireDefinition): QuestionDefinition[] {
  return questions.filter((question) => hasAnswer(question.type))
}

function contactQuestionsIn(questions: readonly QuestionDefinition[]): Published['contactQuestions'] {
  const roles = questions.flatMap(({ contactRole, identifier }) => (contactRole ? [[contactRole, identifier]] : []))
  return { ...Object.fromEntries(roles), contactLanguage: questions.find(({ type }) => type === 'contactLanguage')?.identifier }
}

const cache = new WeakMap<Services['orm'], Map<number, Published>>()

/** Finds the version with this id; undefined if there is none. */
export async function findPublished(ctx: Pick<RequestContext, 'db' | 'services'>, id: number): Promise<Published | undefined> {
  const known = cache.get(ctx.services.orm) ?? new Map<number, Published>()
  cache.set(ctx.services.orm, known)
  const found = known.get(id)
  if (found) return found
  const row = await ctx.db
    .selectFrom('questionnaire')
    .select(['id', 'name', 'version', 'definition'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { name, version } = row
  const definition = await openDefinition(ctx, 'questionnaireId', row)
  const published: Published = {
    id,
    name,
    version,
    definition,
    questions: questionsIn(definition, definition.defaultLanguage, false),
    asking: answerableQuestions(definition),
    contactQuestions: contactQuestionsIn(definition.questions),
    places: placesOf(definition),
  }
  reportRefusedPatterns(ctx.services.log, published)
  known.set(id, published)
  return published
}

// A version may predate today's rules for patterns. Answers to such a question are rejected as not having the expected form, on the server
// and on the device; the rest of the version keeps working.
function reportRefusedPatterns(log: Services['log'], { id, name, version, definition }: Published): void {
  const refused = definition.questions.filter(
    ({ constraint }) => constraint?.kind === 'pattern' && (patterns.sizeOf(constraint.pattern) ?? Infinity) > limits.patternSizeMax,
  )
  if (refused.length === 0) return
  const questions = refused.map(({ identifier }) => identifier)
  log.error({ questionnaire: { id, name, version }, questions }, 'this version has patterns that are no longer taken; publish a new one')
}

/** Finds the newest version of this name; undefined if there is none. */
export async function findNewest(ctx: Pick<RequestContext, 'db' | 'services'>, name: string): Promise<Published | undefined> {
  const row = await ctx.db
    .selectFrom('questionnaire')
    .select('id')
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && findPublished(ctx, row.id)
}

/** Finds a version by name and number; undefined if there is none. */
export async function findVersion(
  ctx: Pick<RequestContext, 'db' | 'services'>,
  name: string,
  version: number,
): Promise<Published | undefined> {
  const row = await ctx.db
    .selectFrom('questionnaire')
    .select('id')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && findPublished(ctx, row.id)
}

/** Decrypts a respondent's answers, in question order; empty for a deleted respondent. */
export async function answersOf(
  ctx: Pick<RequestContext, 'db' | 'services'>,
  person: SealedRespondent & { readonly questionnaireId: number; readonly sealedAnswers: Uint8Array },
): Promise<StoredAnswer[]> {
  const published = await findPublished(ctx, person.questionnaireId)
  if (!published) throw new Error(`There is no questionnaire version ${person.questionnaireId}`)
  return openAnswers(ctx.services.encryption, person, published.places)
}

/** Returns the identifiers of the questions that a respondent with these answers was asked on the day of their response. */
export async function askedOf(
  ctx: Pick<RequestContext, 'db' | 'services'>,
  { questionnaireId, submittedOn }: { readonly questionnaireId: number; readonly submittedOn: string },
  answers: readonly StoredAnswer[],
): Promise<ReadonlySet<string>> {
  const published = await findPublished(ctx, questionnaireId)
  const values = new Map(answers.map(({ identifier, value }) => [identifier, value]))
  return askedQuestions(published?.questions ?? [], values, submittedOn)
}

/**
 * Returns a respondent's contact language: their answer to the questionnaire's question for it, otherwise the language of the submission
 * (shared/spec/contract.md#assignment). It is stored with the contact data; only responses from before that require decrypting the answers.
 */
export async function contactLanguageOf(
  ctx: Pick<RequestContext, 'db' | 'services'>,
  person: SealedRespondent & { readonly questionnaireId: number; readonly language: string; readonly sealedAnswers: Uint8Array },
  contact: Contact,
): Promise<string> {
  if (contact.contactLanguage !== undefined) return contact.contactLanguage
  const answers = await answersOf(ctx, person)
  const asked = (await findPublished(ctx, person.questionnaireId))?.contactQuestions.contactLanguage
  return answers.find(({ identifier }) => identifier === asked)?.value || person.language
}
