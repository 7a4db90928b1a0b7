import { gunzipSync, gzipSync, type ZlibOptions } from 'node:zlib'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { sql, type RequestContext, type Services } from '../../infra/request-context.ts'
import { seal, unseal, type Encryption } from '../../infra/security/encryption.ts'

/** What a definition belongs to: a published version, a draft behind a review link, or a trial of rules. */
type Owner = 'questionnaireId' | 'reviewId' | 'trialId'

type Context = Pick<RequestContext, 'db' | 'services'>

const names = { questionnaireId: 'questionnaire', reviewId: 'questionnaire-review', trialId: 'tried-rules' } as const
const nameOf = (owner: Owner, id: number) => `${names[owner]}:${id}`

/** Stores a definition, and with it the rules that turn answers red, sealed under a new key; for a published version with its template. */
export async function storeDefinition(
  { db, services }: Context,
  owner: Owner,
  id: number,
  { definition, template }: { readonly definition: QuestionnaireDefinition; readonly template?: Uint8Array | null },
): Promise<void> {
  const name = nameOf(owner, id)
  const { key, keyId, wrapped } = services.encryption.newDataKey(name)
  const sealed = seal(key, `${name}:definition`, packed(JSON.stringify(definition)))
  // A workbook is compressed already.
  const sealedTemplate = template ? seal(key, `${name}:template`, packed(template, { level: 0 })) : null
  await db
    .insertInto('sealed_definition')
    .values({ [owner]: id, keyId, wrappedKey: wrapped, sealed, sealedTemplate })
    // What is sealed never changes.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Stored {
  readonly id: number
  readonly definition: QuestionnaireDefinition | null
}

/** Returns the definition of this published version, draft or trial. Throws if there is none; see `findDefinition`. */
export async function openDefinition(ctx: Context, owner: Owner, stored: Stored): Promise<QuestionnaireDefinition> {
  return (await findDefinition(ctx, owner, stored)) ?? missing(owner, stored.id)
}

/**
 * Returns the definition of this published version, draft or trial, or `undefined` if it was deleted since `stored` was read; that in the
 * clear, from earlier versions of Portico, only as long as none is sealed, because anybody who can write to the database could forge it.
 */
export async function findDefinition(
  { db, services }: Context,
  owner: Owner,
  { id, definition }: Stored,
): Promise<QuestionnaireDefinition | undefined> {
  const row = await db.selectFrom('sealed_definition').select(['keyId', 'wrappedKey', 'sealed']).where(owner, '=', id).executeTakeFirst()
  if (!row) return definition ?? undefined
  // The seal authenticates the content.
  const opened: QuestionnaireDefinition = JSON.parse(open(services.encryption, row, nameOf(owner, id), 'definition').toString())
  return opened
}

/** Returns the template of this published version; see `openDefinition`. Throws if there is no such version. */
export async function findTemplate({ db, services }: Context, id: number): Promise<Buffer> {
  const row = await db
    .selectFrom('questionnaire')
    .leftJoin('sealed_definition', 'sealed_definition.questionnaireId', 'questionnaire.id')
    .select(['template', 'keyId', 'wrappedKey', 'sealedTemplate as sealed'])
    .where('questionnaire.id', '=', id)
    .executeTakeFirstOrThrow()
  const { template, keyId, wrappedKey, sealed } = row
  if (!keyId || !wrappedKey || !sealed) return template ?? missing('questionnaireId', id)
  return open(services.encryption, { keyId, wrappedKey, sealed }, nameOf('questionnaireId', id), 'template')
}

function missing(owner: Owner, id: number): never {
  throw new Error(`Nothing is stored of ${nameOf(owner, id)}`)
}

interface Sealed {
  readonly keyId: string
  readonly wrappedKey: Uint8Array
  readonly sealed: Uint8Array
}

function open(encryption: Encryption, { keyId, wrappedKey, sealed }: Sealed, name: string, part: 'definition' | 'template'): Buffer {
  return gunzipSync(unseal(encryption.unwrapKey(name, keyId, wrappedKey), `${name}:${part}`, sealed))
}

const paddedTo = 16 * 1024

// Padded, so that the length normally does not reveal which rule was added; zeros after the end are ignored when unpacking.
function packed(content: string | Uint8Array, options?: ZlibOptions): Buffer {
  const compressed = gzipSync(content, options)
  return Buffer.concat([compressed], Math.ceil(compressed.length / paddedTo) * paddedTo)
}

const tables = { questionnaireId: 'questionnaire', reviewId: 'questionnaire_review', trialId: 'rule_trial' } as const

/**
 * Seals definitions and templates that earlier versions of Portico stored in the clear. Runs at start before requests are served, and every
 * hour, because replicas of an earlier version may still store some. One that cannot be sealed stays as it is, is logged, and keeps none of
 * the others from being sealed. Returns how many were sealed.
 */
export async function sealStoredDefinitions(services: Services): Promise<number> {
  const db = sql(services.orm.em.fork())
  let sealed = 0
  for (const owner of ['questionnaireId', 'reviewId', 'trialId'] as const) {
    const rows = await db.selectFrom(tables[owner]).select('id').where('definition', 'is not', null).orderBy('id').execute()
    for (const { id } of rows) {
      try {
        if (await inTransaction(services, 'seal-definitions', (ctx) => sealStored(ctx, owner, id))) sealed += 1
      } catch (error) {
        services.log.error({ err: error, [owner]: id }, 'a definition in the clear could not be sealed')
      }
    }
  }
  return sealed
}

// Returns false if another replica was faster, or the row is gone.
async function sealStored(ctx: RequestContext, owner: Owner, id: number): Promise<boolean> {
  const table = tables[owner]
  const row = await ctx.db.selectFrom(table).select('definition').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row?.definition) return false
  const template = owner === 'questionnaireId' ? await findTemplate(ctx, id) : null
  await storeDefinition(ctx, owner, id, { definition: row.definition, template })
  await ctx.db
    .updateTable(table)
    .set({ definition: null, ...(template && { template: null }) })
    .where('id', '=', id)
    .execute()
  return true
}
