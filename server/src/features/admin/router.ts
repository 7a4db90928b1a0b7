import * as contract from '@portico/shared/contract/admin'
import { registrationOptions } from '@portico/shared/contract/auth'
import { changes, noInput, reads, router } from '../../api/procedures.ts'
import { generateRegistrationLink, updateAccount } from './commands.ts'
import { getRegistrationOptions, listAccounts } from './queries.ts'

export const adminRouter = router({
  generateRegistrationLink: changes(contract.registrationLink, contract.linkSent, generateRegistrationLink, {
    summary: 'Send somebody a link to register an account',
  }),
  registrationOptions: reads(noInput, registrationOptions, getRegistrationOptions, { summary: 'The account types you may create' }),
  getAccountList: reads(contract.accountList, contract.accountPage, listAccounts, { summary: 'Staff accounts, newest first' }),
  updateAccount: changes(contract.accountUpdate, contract.account, updateAccount, {
    summary: 'Disable an account, or change its roles, agencies and workshops',
  }),
})
