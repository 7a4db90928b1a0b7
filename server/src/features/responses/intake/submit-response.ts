import { createHash } from 'node:crypto'
import { idempotencyHeader, type Submission } from '@portico/shared/contract/responses'
import type { Context } from '../../../api/context.ts'
import { Failure } from '../../../infra/failure.ts'
import { startWork, type Deps } from '../../../infra/work.ts'
import { requireProof } from './proof.ts'
import { admitAll, type Arrival, type Verdict } from './admission.ts'

const atOnce = 200
// While one is being committed, the next is made.
const inFlight = 2

interface Waiting {
  readonly arrival: Arrival
  settle(verdict: Verdict): void
}

interface Line {
  readonly waiting: Waiting[]
  running: number
}

const lines = new WeakMap<Deps, Line>()

/**
 * Takes a response in (contract section 4, Submission). Those that arrive while a transaction is being committed share the next one;
 * a lone one is never held back. Acknowledged only after the commit. Throws the documented refusals.
 */
export async function submitResponse(ctx: Context, input: Submission): Promise<{ anonymousId: string }> {
  await requireProof(ctx, input.proof)
  const idempotencyKey = (input.idempotencyKey ?? keyOfHeader(ctx))?.toLowerCase()
  const arrival: Arrival = {
    input,
    requestId: ctx.requestId,
    accountId: ctx.caller?.id ?? null,
    idempotencyKey,
    idempotencyHash: idempotencyKey === undefined ? null : ctx.deps.vault.lookupHash('idempotency', digestOf(input)),
  }
  const verdict = await new Promise<Verdict>((settle) => join(ctx.deps, { arrival, settle }))
  if ('error' in verdict) throw verdict.error
  return { anonymousId: verdict.anonymousId }
}

// A key that is no key would protect nobody: better to say so than to leave it out.
function keyOfHeader({ idempotencyKey }: Context): string | undefined {
  if (idempotencyKey === undefined) return undefined
  const key = idempotencyHeader.safeParse(idempotencyKey)
  if (key.success) return key.data
  const issues = key.error.issues.map(({ code, message }) => ({ path: ['idempotencyKey'], code, message }))
  throw new Failure('VALIDATION_ERROR', undefined, { issues })
}

// What makes two requests the same: everything that is stored, whatever the order of its keys.
function digestOf({ name, language, answers, workshopName, questionnaireId }: Submission): string {
  const sorted = Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([name, language, workshopName ?? null, questionnaireId ?? null, sorted]))
    .digest('hex')
}

function join(deps: Deps, waiting: Waiting): void {
  const line = lines.get(deps) ?? { waiting: [], running: 0 }
  lines.set(deps, line)
  line.waiting.push(waiting)
  if (line.running < inFlight) void run(deps, line)
}

async function run(deps: Deps, line: Line): Promise<void> {
  line.running += 1
  // Let every request that has already been read join the first transaction.
  await new Promise(setImmediate)
  while (line.waiting.length > 0) await commit(deps, line.waiting.splice(0, atOnce))
  line.running -= 1
}

async function commit(deps: Deps, batch: readonly Waiting[], tries = 0): Promise<void> {
  try {
    const verdicts = await together(
      deps,
      batch.map((waiting) => waiting.arrival),
    )
    batch.forEach((waiting, place) => waiting.settle(verdicts[place] ?? { error: new Error('A submission got no verdict') }))
  } catch (error) {
    // Another replica may be storing the same idempotency key: the second look finds its answer.
    if (batch.length === 1 && tries >= 3) return batch[0]?.settle({ error })
    // One of them is the trouble; the others must not share its fate.
    for (const waiting of batch) await commit(deps, [waiting], tries + 1)
  }
}

function together(deps: Deps, arrivals: readonly Arrival[]): Promise<Verdict[]> {
  return deps.orm.em.fork().transactional(async (em) => {
    const work = startWork(deps, em, { requestId: arrivals[0]?.requestId ?? 'submission' })
    return admitAll(work, arrivals)
  })
}
