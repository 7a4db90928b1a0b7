import * as contract from '@portico/shared/contract/admin'
import { registrationOptions } from '@portico/shared/contract/auth'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { generateRegistrationLink, updateAccount } from './commands.ts'
import { getRegistrationOptions, listAccounts } from './queries.ts'

export const adminRouter = router({
  generateRegistrationLink: mutation
    .meta({
      summary: 'Send somebody a link to register an account',
      failures: ['ACCOUNT_EXISTS', 'NOT_FOUND'],
      description:
        'The newest invitation of an address replaces those before. `FORBIDDEN` for an account type that is not among your own `admin/registrationOptions`; `NOT_FOUND` for an unknown agency or workshop.',
    })
    .input(contract.registrationLink)
    .output(contract.linkSent)
    .mutation(({ ctx, input }) => generateRegistrationLink(ctx, input)),
  registrationOptions: query
    .meta({ summary: 'The account types you may create' })
    .input(noInput)
    .output(registrationOptions)
    .query(({ ctx }) => getRegistrationOptions(ctx)),
  getAccountList: query
    .meta({ summary: 'Staff accounts, newest first' })
    .input(contract.accountList)
    .output(contract.accountPage)
    .query(({ ctx, input }) => listAccounts(ctx, input)),
  updateAccount: mutation
    .meta({
      summary: 'Disable an account, or change its roles, agencies and workshops',
      failures: ['NOT_FOUND', 'LAST_ROOT'],
      description:
        'What is left out stays. Disabling ends every session and link of the account at once. An account beyond your power is `NOT_FOUND`, as a missing one; roles beyond it are `FORBIDDEN`.',
    })
    .input(contract.accountUpdate)
    .output(contract.account)
    .mutation(({ ctx, input }) => updateAccount(ctx, input)),
})
