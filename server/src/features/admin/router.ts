import * as contract from '@portico/shared/contract/admin'
import { registrationOptions } from '@portico/shared/contract/auth'
import { changes, noInput, reads, router } from '../../api/procedures.ts'
import { generateRegistrationLink, updateAccount } from './commands.ts'
import { getRegistrationOptions, listAccounts } from './queries.ts'

export const adminRouter = router({
  generateRegistrationLink: changes(contract.registrationLink, contract.linkSent, generateRegistrationLink, {
    summary: 'Send somebody a link to register an account',
    failures: ['ACCOUNT_EXISTS', 'NOT_FOUND'],
    description:
      'The newest invitation of an address replaces those before. `FORBIDDEN` for an account type that is not among your own `admin/registrationOptions`; `NOT_FOUND` for an unknown agency or workshop.',
  }),
  registrationOptions: reads(noInput, registrationOptions, getRegistrationOptions, { summary: 'The account types you may create' }),
  getAccountList: reads(contract.accountList, contract.accountPage, listAccounts, { summary: 'Staff accounts, newest first' }),
  updateAccount: changes(contract.accountUpdate, contract.account, updateAccount, {
    summary: 'Disable an account, or change its roles, agencies and workshops',
    failures: ['NOT_FOUND', 'LAST_ROOT'],
    description:
      'What is left out stays. Disabling ends every session and link of the account at once. An account beyond your power is `NOT_FOUND`, as a missing one; roles beyond it are `FORBIDDEN`.',
  }),
})
