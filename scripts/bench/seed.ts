import { calmAnswers } from '@portico/server/seed/answers'
import { sealRespondent, type StoredAnswer } from '@portico/server/infra/security/sealed-respondent'
import { newAnonymousId } from '@portico/server/infra/security/encryption'
import { inTransaction } from '@portico/server/infra/postgres/transaction'
import type { Services } from '@portico/server/infra/request-context'
import { questionsIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'

const atOnce = 500
const given = ['Mai', 'José', 'Fatima', 'Daniel', 'Li', 'Priya', 'Ana', 'Reza', 'Olga', 'Samuel']
const family = ['Nguyen', 'Peña', 'Hassan', 'Kim', 'Wei', 'Sharma', 'dos Santos', 'Ahmadi', 'Volkov', 'Okonkwo', 'Tran', 'Torres']

/** The name of the respondent at this place; every name is met again and again, as in life. */
export function nameAt(index: number): string {
  return `${given[index % given.length]} ${family[Math.floor(index / given.length) % family.length]} ${index.toString(36)}`
}

/** Adds respondents to a workshop with sealed answers of the example questionnaire; a third of them in progress. */
export async function seedRespondents(services: Services, workshopName: string, from: number, count: number): Promise<void> {
  const stored = await inTransaction(services, 'seed', async ({ db }) => ({
    questionnaire: await db.selectFrom('questionnaire').select(['id', 'definition']).orderBy('id').executeTakeFirstOrThrow(),
    workshop: await db.selectFrom('workshop').select('id').where('name', '=', workshopName).executeTakeFirstOrThrow(),
    agencies: await db.selectFrom('agency').select('id').execute(),
  }))
  const answers = storedAnswers(stored.questionnaire.definition)
  for (let start = from; start < from + count; start += atOnce) {
    await inTransaction(services, 'seed', async ({ db, now }) => {
      const indices = Array.from({ length: Math.min(atOnce, from + count - start) }, (_, index) => start + index)
      const rows = indices.map((index) => {
        const anonymousId = newAnonymousId()
        const contact = {
          fullName: nameAt(index),
          email: `p${index}@portico.example`,
          phoneNumber: `+1408${String(index).padStart(7, '0')}`,
        }
        const reds = index % 3 === 0 ? 1 : 0
        return {
          anonymousId,
          workshopId: stored.workshop.id,
          questionnaireId: stored.questionnaire.id,
          language: 'en',
          submittedAt: now,
          submittedOn: now.toISOString().slice(0, 10),
          ...sealRespondent(services.encryption, anonymousId, contact, answers),
          emailHash: services.encryption.lookupHash('email', contact.email),
          phoneHash: services.encryption.lookupHash('phone', contact.phoneNumber.slice(1)),
          initialFlag: reds ? ('red' as const) : ('green' as const),
          currentFlag: reds ? ('in-progress' as const) : ('green' as const),
          initialReds: reds,
          currentReds: reds,
          agencyId: reds ? (stored.agencies[index % stored.agencies.length]?.id ?? null) : null,
        }
      })
      await db.insertInto('respondent').values(rows).execute()
    })
  }
}

function storedAnswers(definition: QuestionnaireDefinition): StoredAnswer[] {
  const values = calmAnswers(definition, '2026-11-21')
  return questionsIn(definition, definition.defaultLanguage, false).map(({ identifier }) => ({
    identifier,
    value: values[identifier] ?? '',
    canBeFlagged: true,
    initialFlag: 'green',
  }))
}
