import * as contract from '@portico/shared/contract/admin'
import { registrationOptions } from '@portico/shared/contract/auth'
import { nothing } from '@portico/shared/contract/fields'
import * as signIn from '@portico/shared/contract/sign-in'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { generateRegistrationLink, removeSecondFactors, updateAccount } from './commands.ts'
import { getSignInPolicy, saveSignInRule } from './sign-in-policy.ts'
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
  removeSecondFactors: mutation
    .meta({
      summary: 'Remove every second factor of an account whose devices are lost',
      failures: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      description: 'Ends its sessions and tells the person by e-mail. An account beyond your power is `NOT_FOUND`, as a missing one.',
    })
    .input(signIn.accountRef)
    .output(nothing)
    .mutation(({ ctx, input }) => removeSecondFactors(ctx, input)),
  getSignInPolicy: query
    .meta({ summary: 'Which roles need a second factor' })
    .input(noInput)
    .output(signIn.signInPolicy)
    .query(({ ctx }) => getSignInPolicy(ctx)),
  saveSignInRule: mutation
    .meta({
      summary: 'Say whether a role needs a second factor',
      failures: ['REAUTHENTICATION_REQUIRED'],
      description:
        'A rule that goes on keeps its beginning. `FORBIDDEN` for a role whose accounts are beyond your power. When the days are over, people of the role can only set a second factor up: every other call answers `SECOND_FACTOR_SETUP_REQUIRED`.',
    })
    .input(signIn.signInRule)
    .output(signIn.signInPolicy)
    .mutation(({ ctx, input }) => saveSignInRule(ctx, input)),
})
