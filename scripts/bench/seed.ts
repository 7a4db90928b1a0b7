import { sql } from 'kysely'
import { unremarkableAnswers } from '@portico/server/seed/answers'
import { sealRespondent } from '@portico/server/infra/security/sealed-respondent'
import { newAnonymousId } from '@portico/server/infra/security/encryption'
import { findPublished, placesOf } from '@portico/server/features/questionnaires/definitions'
import { inTransaction } from '@portico/server/infra/postgres/transaction'
import type { Services } from '@portico/server/infra/request-context'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'

const atOnce = 2_000
const days = 30
const languages = ['en', 'es', 'vi', 'zh-Hans', 'tl', 'ar']
const given = ['Mai', 'José', 'Fatima', 'Daniel', 'Li', 'Priya', 'Ana', 'Reza', 'Olga', 'Samuel']
const family = ['Nguyen', 'Peña', 'Hassan', 'Kim', 'Wei', 'Sharma', 'dos Santos', 'Ahmadi', 'Volkov', 'Okonkwo', 'Tran', 'Torres']

interface Reach {
  readonly fullName: string
  readonly email: string | null
  readonly phoneNumber: string
  readonly contactLanguage: string
}

/** Returns the contact data of the respondent at this index; every name occurs repeatedly, as in real data. */
export function contactAt(index: number): Reach & { readonly email: string } {
  const fullName = `${given[index % given.length]} ${family[Math.floor(index / given.length) % family.length]} ${index.toString(36)}`
  const contactLanguage = languages[index % languages.length] ?? 'en'
  return { fullName, email: `p${index}@portico.example`, phoneNumber: `+1408${String(index).padStart(7, '0')}`, contactLanguage }
}

/** Adds sealed respondents to a workshop, with the example questionnaire answered; a third of them in progress at an agency. */
export async function seedRespondents(
  services: Services,
  workshopName: string,
  { from = 0, count, reachAt = contactAt }: { from?: number; count: number; reachAt?: (index: number) => Reach },
): Promise<void> {
  const { questionnaire, workshop, agencies } = await inTransaction(services, 'seed', async ({ db }) => ({
    questionnaire: await firstVersion({ db, services }),
    workshop: await db.selectFrom('workshop').select('id').where('name', '=', workshopName).executeTakeFirstOrThrow(),
    agencies: await db.selectFrom('agency').select('id').execute(),
  }))
  const answers = answersTo(questionnaire.definition)
  let writing: Promise<unknown> = Promise.resolve()
  for (let start = from; start < from + count; start += atOnce) {
    const indices = Array.from({ length: Math.min(atOnce, from + count - start) }, (_, index) => start + index)
    const rows = indices.map((index) => sealedRow(services, index, { contact: reachAt(index), answers, agencies }))
    // The next batch is sealed while this one is written.
    await writing
    writing = inTransaction(services, 'seed', ({ db }) => insert(rows, workshop.id, questionnaire.id).execute(db))
  }
  await writing
  await inTransaction(services, 'seed', ({ db }) => countLanguages(workshop.id).execute(db))
}

// The seeded respondents answered in their contact language.
function countLanguages(workshopId: number) {
  return sql`
    insert into contact_language_count (workshop_id, language, respondents)
    select workshop_id, language, count(*)::integer from respondent where workshop_id = ${workshopId} group by workshop_id, language
    on conflict (workshop_id, language) do update set respondents = excluded.respondents`
}

function sealedRow(
  { encryption }: Services,
  index: number,
  { contact, answers, agencies }: { contact: Reach; answers: ReturnType<typeof answersTo>; agencies: readonly { readonly id: number }[] },
) {
  const anonymousId = newAnonymousId()
  const isRed = index % 3 === 0
  return {
    anonymousId,
    ...sealRespondent(encryption, anonymousId, contact, answers),
    emailHash: contact.email === null ? null : encryption.lookupHash('email', contact.email),
    phoneHash: encryption.lookupHash('phone', contact.phoneNumber.slice(1)),
    language: contact.contactLanguage,
    daysAgo: index % days,
    isRed,
    agencyId: isRed ? (agencies[Math.floor(index / 3) % agencies.length]?.id ?? null) : null,
  }
}

function insert(rows: readonly ReturnType<typeof sealedRow>[], workshopId: number, questionnaireId: number) {
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => sql.val(rows.map((row) => row[name]))
  return sql`
    insert into respondent (workshop_id, questionnaire_id, anonymous_id, key_id, wrapped_key, sealed_contact, sealed_answers, email_hash,
      phone_hash, language, submitted_at, submitted_on, initial_flag, current_flag, initial_reds, current_reds, agency_id)
    select ${workshopId}, ${questionnaireId}, anonymous_id, key_id, wrapped_key, sealed_contact, sealed_answers, email_hash, phone_hash, language,
      now() - days_ago * interval '1 day', current_date - days_ago, case when is_red then 'red' else 'green' end,
      case when is_red then 'in-progress' else 'green' end, is_red::integer, is_red::integer, agency_id
    from unnest(${column('anonymousId')}::text[], ${column('keyId')}::text[], ${column('wrappedKey')}::bytea[], ${column('sealedContact')}::bytea[],
      ${column('sealedAnswers')}::bytea[], ${column('emailHash')}::bytea[], ${column('phoneHash')}::bytea[], ${column('language')}::text[],
      ${column('daysAgo')}::integer[], ${column('isRed')}::boolean[], ${column('agencyId')}::integer[])
      as fresh (anonymous_id, key_id, wrapped_key, sealed_contact, sealed_answers, email_hash, phone_hash, language, days_ago, is_red, agency_id)`
}

async function firstVersion(ctx: Parameters<typeof findPublished>[0]) {
  const { id } = await ctx.db.selectFrom('questionnaire').select('id').orderBy('id').executeTakeFirstOrThrow()
  const published = await findPublished(ctx, id)
  if (!published) throw new Error('The questionnaire is not there')
  return published
}

function answersTo(definition: QuestionnaireDefinition) {
  const values = unremarkableAnswers(definition, '2026-11-21')
  const places = placesOf(definition)
  return { places, answers: places.questions.map(({ identifier }) => ({ value: values[identifier] ?? '', initialFlag: 'green' as const })) }
}
