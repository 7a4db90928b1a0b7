import { sql } from 'kysely'
import { note, writeAudit } from '../../infra/audit.ts'
import { hashPassword } from '../../infra/passwords.ts'
import { emailForm } from '../../infra/person.ts'
import { inTransaction, type Deps, type Work } from '../../infra/work.ts'
import { createAccount } from './accounts.ts'
import { createLink } from './links.ts'

/** The sign-in address of a first account that was registered without one. Nothing is ever delivered to it. */
export const addressOfFirst = 'root@portico.invalid'

/**
 * With no account in the database: creates the root account of `ROOT_EMAIL` and `ROOT_PASSWORD` when both are set, else answers a
 * one-time link to register one, to be shown to who started the server (contract section 4, First account). A link knows no address:
 * the name that is registered is the sign-in address when it is an e-mail address, else the address is `addressOfFirst`.
 * Replicas that start at once create one account; of several links, the first that is used counts.
 */
export async function ensureFirstAccount(
  deps: Deps,
  env: { rootEmail?: string | undefined; rootPassword?: string | undefined },
): Promise<{ link?: string }> {
  return inTransaction(deps, 'start', async (work) => {
    if (await lockFirstAccount(work)) return {}
    const { rootEmail, rootPassword } = env
    const link = rootEmail && rootPassword ? await createRoot(work, emailForm(rootEmail), rootPassword) : await inviteRoot(work)
    await writeAudit(work, 'first-account')
    return link === undefined ? {} : { link }
  })
}

/** Lets one transaction at a time decide about the first account, and says whether there is an account already. */
export async function lockFirstAccount(work: Work): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7070002)`.execute(work.db)
  return (await work.db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
}

const purpose = 'First account'

async function createRoot(work: Work, email: string, password: string): Promise<undefined> {
  const passwordHash = await hashPassword(password)
  const id = await createAccount(work, { email, name: 'Root', passwordHash, role: 'ROOT_USER', purpose, verifiedAt: work.now })
  if (id !== undefined) note(work, 'account', id)
}

function inviteRoot(work: Work): Promise<string> {
  return createLink(work, 'registration', {
    invitation: { email: '', account: 'root', purpose, agencyId: null, workshopIds: [], invitedBy: null },
  })
}
