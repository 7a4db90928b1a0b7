import type { Kysely } from 'kysely'
import { updateAccount } from '../../src/features/admin/commands.ts'
import { readRefreshToken, rotate } from '../../src/features/auth/sessions.ts'
import { startSession } from '../support/start-session.ts'
import { Failure } from '../../src/infra/failure.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import type { Database, RequestContext } from '../../src/infra/request-context.ts'
import { invite, mailedSecret, outcomesOf, registrationForm } from '../support/auth-visits.ts'
import type { Portico } from '../support/harness.ts'
import { atOnce, type Order } from './orders.ts'

type Handicap = (ctx: RequestContext) => RequestContext
const none: Handicap = (ctx) => ctx

interface Meeting {
  readonly handicap?: Handicap
  readonly order?: Order
}

/** Returns the context without row locks, to show what would happen if the product lacked them. */
export function withoutLocks(ctx: RequestContext): RequestContext {
  type Query = Parameters<NonNullable<Parameters<Kysely<Database>['withPlugin']>[0]['transformQuery']>>[0]['node']
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => (node.kind === 'SelectQueryNode' ? ({ ...node, endModifiers: undefined } as Query) : node),
    transformResult: async ({ result }) => result,
  })
  return { ...ctx, db }
}

/** Refreshes one session in two tabs at once; returns the rounds in which they did not end up with the same live session. */
export async function raceRefreshes(
  portico: Portico,
  rounds: number,
  { handicap = none, order = atOnce }: Meeting = {},
): Promise<number[]> {
  const [ana] = await portico.sql<{ id: number }>(`select id from account where email = 'ana@portico.example'`)
  const unfair: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const { refreshToken } = await startSession(portico.services, ana?.id ?? 0)
    const token = readRefreshToken(portico.services, refreshToken)
    if (!token) throw new Error('A new session has no token')
    const turn = () => inTransaction(portico.services, 'test', (ctx) => rotate(handicap(ctx), token))
    const [one, other] = await order([turn, turn])
    const next = one && readRefreshToken(portico.services, one.refreshToken)
    const live = next && (await inTransaction(portico.services, 'test', (ctx) => rotate(ctx, next)))
    if (!live || one?.refreshToken !== other?.refreshToken) unfair.push(round)
  }
  return unfair
}

/** Registers two people with one link at once; returns the rounds in which not exactly one of them won, with the outcomes. */
export async function raceRegistrations(portico: Portico, rounds: number): Promise<unknown[]> {
  const visitor = await portico.as()
  const unfair: unknown[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const email = `race-${round}-of-${rounds}@example.org`
    const token = await invite(portico, { email })
    const answers = await Promise.all(['One', 'Other'].map((name) => visitor.rest('auth/register/local', registrationForm(token, name))))
    const outcomes = outcomesOf(answers)
    const [stored] = await portico.sql<{ count: number }>(`select count(*)::int as count from account where email like '%' || $1`, [email])
    if (outcomes.join() !== 'INVALID_CODE,won' || stored?.count !== 1) unfair.push({ round, outcomes, stored })
  }
  return unfair
}

/** Sets two passwords with one link at once; returns the rounds in which not exactly one of them won. */
export async function raceResets(portico: Portico, rounds: number): Promise<unknown[]> {
  const visitor = await portico.as()
  const unfair: unknown[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await visitor.rest('auth/beginResetPassword', { email: 'victor@portico.example' })
    const token = await mailedSecret(portico, 'victor@portico.example', 'reset-password')
    const passwords = ['first-password', 'other-password']
    const finish = (password: string) => visitor.rest('auth/finishResetPassword', { token, password, confirmPassword: password })
    const outcomes = outcomesOf(await Promise.all(passwords.map(finish)))
    if (outcomes.join() !== 'INVALID_CODE,won') unfair.push({ round, outcomes })
  }
  return unfair
}

/** Runs with reusable links and accounts that never conflict, to show what would happen without that protection. */
export async function withReusableLinks<Result>(portico: Portico, run: () => Promise<Result>): Promise<Result> {
  const body = (assignment: string) => `returns trigger language plpgsql as $$ begin ${assignment}; return new; end $$`
  await portico.sql(`create function forget() ${body('new.used_at = null')}`)
  await portico.sql(`create function other_address() ${body('new.email = gen_random_uuid() || new.email')}`)
  await portico.sql(`create trigger forget before update on one_time_token for each row execute function forget()`)
  await portico.sql(`create trigger other_address before insert on account for each row execute function other_address()`)
  try {
    return await run()
  } finally {
    await portico.sql(`drop function forget cascade`)
    await portico.sql(`drop function other_address cascade`)
  }
}

/** Lets the only two roots disable or demote each other at once; returns how often that left none, and how often one was refused. */
export async function raceRoots(
  portico: Portico,
  rounds: number,
  { handicap = none, order = atOnce }: Meeting = {},
): Promise<{ lost: number; refused: number }> {
  const rosa = await rootOf(portico, 'rosa@portico.example')
  const rival = await rootOf(portico, 'rival@portico.example')
  const both = [[rosa, rival]]
  const take = (id: number, by: number, round: number) => () =>
    inTransaction(portico.services, 'test', (ctx) => {
      const caller = {
        id: by,
        name: '',
        email: '',
        roles: ['ROOT_USER'],
        sessionId: '',
        provedAt: ctx.now,
        translates: [],
        signsOffTranslations: false,
        secondFactorDueAt: null,
      } as const
      return updateAccount(handicap({ ...ctx, caller }), round % 2 === 0 ? { id, disabled: true } : { id, roles: ['AGENCY'] })
    })
  const outcome = { lost: 0, refused: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    await portico.sql(`update account set roles = '{ROOT_USER}', disabled_at = null where id = any($1)`, both)
    const refused = (error: unknown) => error instanceof Failure && error.id === 'LAST_ROOT'
    const calls = [take(rival, rosa, round), take(rosa, rival, round)].map((call) => () => call().then(() => false, refused))
    outcome.refused += (await order(calls)).filter(Boolean).length
    const left = await portico.sql(`select id from account where id = any($1) and 'ROOT_USER' = any(roles) and disabled_at is null`, both)
    if (left.length === 0) outcome.lost += 1
  }
  await portico.sql(`update account set roles = '{ROOT_USER}', disabled_at = null where id = $1`, [rosa])
  await portico.sql(`update account set roles = '{AGENCY}', disabled_at = null where id = $1`, [rival])
  return outcome
}

async function rootOf(portico: Portico, email: string): Promise<number> {
  await portico.sql(
    `insert into account (email, name, password_hash, roles, created_at, verified_at)
     select $1, 'Rival', password_hash, '{ROOT_USER}', created_at, created_at from account where email = 'rosa@portico.example'
     on conflict do nothing`,
    [email],
  )
  const [root] = await portico.sql<{ id: number }>(`select id from account where email = $1`, [email])
  return root?.id ?? 0
}
