import * as contract from '@portico/shared/contract/auth'
import { nothing } from '@portico/shared/contract/fields'
import { conducts, noInput, reads, router } from '../../api/procedures.ts'
import { beginResetPassword, finishResetPassword, refresh, register, signIn, signOut, verify } from './commands.ts'

export const authRouter = router({
  login: router({
    local: conducts(contract.credentials, contract.accessToken, signIn, { summary: 'Sign in', bare: true, alone: true }),
  }),
  getOverriddenCredentials: reads(noInput, contract.overriddenCredentials, async (work) => work.deps.demoCredentials ?? null, {
    summary: 'The sign-in of the demonstration data, where there is such data',
  }),
  tokens: router({
    refresh: conducts(noInput, contract.accessToken, refresh, { summary: 'A new access token for the session cookie', bare: true }),
  }),
  'sign-out': conducts(noInput, nothing, signOut, { summary: 'End the session' }),
  register: router({
    local: conducts(contract.registration, nothing, register, { summary: 'Register with a link' }),
    verify: conducts(contract.verification, nothing, verify, { summary: 'Confirm an e-mail address' }),
  }),
  beginResetPassword: conducts(contract.resetRequest, nothing, beginResetPassword, { summary: 'Ask for a link to set a new password' }),
  finishResetPassword: conducts(contract.reset, nothing, finishResetPassword, { summary: 'Set a new password with a link' }),
})
