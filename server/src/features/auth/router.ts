import * as contract from '@portico/shared/contract/auth'
import { nothing } from '@portico/shared/contract/fields'
import { conducts, noInput, reads, router } from '../../api/procedures.ts'
import { beginResetPassword, finishResetPassword, refresh, register, signIn, signOut, verify } from './commands.ts'

export const authRouter = router({
  login: router({
    local: conducts(contract.credentials, contract.accessToken, signIn, {
      summary: 'Sign in',
      bare: true,
      alone: true,
      limited: true,
      cookie: true,
      description:
        'Answers the access token, and sets the session cookie that `auth/tokens/refresh` renews it with. An account that is disabled or not verified is answered like a wrong password.',
    }),
  }),
  getOverriddenCredentials: reads(noInput, contract.overriddenCredentials, async (work) => work.deps.demoCredentials ?? null, {
    summary: 'The sign-in of the demonstration data, where there is such data',
  }),
  tokens: router({
    refresh: conducts(noInput, contract.accessToken, refresh, {
      summary: 'A new access token for the session cookie',
      bare: true,
      cookie: true,
      failures: ['NO_SESSION'],
      description:
        'The cookie is replaced with each call. An old one that comes back after 10 seconds ends the session: somebody has a copy.',
    }),
  }),
  'sign-out': conducts(noInput, nothing, signOut, { summary: 'End the session', cookie: true }),
  register: router({
    local: conducts(contract.registration, nothing, register, {
      summary: 'Register with a link',
      limited: true,
      failures: ['INVALID_CODE', 'INVALID_REQUEST'],
      description:
        'The address, role, agency and workshops are those of the invitation. A link to confirm the address is sent. `INVALID_REQUEST`: a password that anybody would try first.',
    }),
    verify: conducts(contract.verification, nothing, verify, {
      summary: 'Confirm an e-mail address',
      limited: true,
      failures: ['INVALID_CODE'],
    }),
  }),
  beginResetPassword: conducts(contract.resetRequest, nothing, beginResetPassword, {
    summary: 'Ask for a link to set a new password',
    limited: true,
    description: 'The answer is the same, in the same time, whether or not the address is known.',
  }),
  finishResetPassword: conducts(contract.reset, nothing, finishResetPassword, {
    summary: 'Set a new password with a link',
    limited: true,
    failures: ['INVALID_CODE', 'INVALID_REQUEST'],
    description: 'Ends every session of the account. `INVALID_REQUEST`: a password that anybody would try first.',
  }),
})
