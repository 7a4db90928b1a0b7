import { nothing } from '@portico/shared/contract/fields'
import { passkeyCreation, passkeyRequest } from '@portico/shared/contract/passkeys'
import * as contract from '@portico/shared/contract/sign-in'
import { manualMutation, mutation, noInput, query, router } from '../../../api/procedures.ts'
import {
  beginAuthenticator,
  beginPasskey,
  createRecoveryCodes,
  endOneSession,
  endOtherSessions,
  finishAuthenticator,
  finishPasskey,
  removeAuthenticator,
  removePasskey,
  startReauthentication,
} from './commands.ts'
import { getMySignIn, getRequirement, listSessions } from './queries.ts'
import { reauthenticate } from './reauthenticate.ts'

export const mySignInRouter = router({
  getSignIn: query
    .meta({ summary: 'List your passkeys, authenticator app and recovery codes' })
    .input(noInput)
    .output(contract.mySignIn)
    .query(({ ctx }) => getMySignIn(ctx)),
  getRequirement: query
    .meta({ summary: 'Check whether your role requires a second factor that you do not have yet' })
    .input(noInput)
    .output(contract.secondFactorRequirement)
    .query(({ ctx }) => getRequirement(ctx)),
  getSessionList: query
    .meta({ summary: 'List your sessions' })
    .input(noInput)
    .output(contract.sessionList)
    .query(({ ctx }) => listSessions(ctx)),
  passkeyOptions: mutation
    .meta({ summary: 'Get options for confirming your identity with a passkey' })
    .input(noInput)
    .output(passkeyRequest)
    .mutation(({ ctx }) => startReauthentication(ctx)),
  // The password is checked before the transaction begins; refused attempts are audited too.
  reauthenticate: manualMutation
    .meta({
      summary: 'Confirm your identity again before a change',
      noBatch: true,
      limited: true,
      failures: ['WRONG_PASSWORD', 'WRONG_SECOND_FACTOR', 'PASSKEY_NOT_ACCEPTED', 'CHALLENGE_EXPIRED'],
      description:
        'Changes are then accepted for 5 minutes, as after a sign-in. An account with a second factor confirms with it, any other with its password.',
    })
    .input(contract.proof)
    .output(nothing)
    .mutation(({ ctx, input }) => reauthenticate(ctx, input)),
  beginPasskey: mutation
    .meta({ summary: 'Get options for creating a passkey', failures: ['REAUTHENTICATION_REQUIRED'] })
    .input(noInput)
    .output(passkeyCreation)
    .mutation(({ ctx }) => beginPasskey(ctx)),
  finishPasskey: mutation
    .meta({
      summary: 'Add a passkey',
      failures: ['REAUTHENTICATION_REQUIRED', 'PASSKEY_NOT_ACCEPTED', 'CHALLENGE_EXPIRED'],
      description: 'The first second factor of an account ends its other sessions and returns recovery codes.',
    })
    .input(contract.newPasskey)
    .output(contract.recoveryCodes)
    .mutation(({ ctx, input }) => finishPasskey(ctx, input)),
  removePasskey: mutation
    .meta({ summary: 'Remove a passkey', failures: ['REAUTHENTICATION_REQUIRED', 'NOT_FOUND', 'LAST_SECOND_FACTOR'] })
    .input(contract.passkeyRef)
    .output(nothing)
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
  beginAuthenticator: mutation
    .meta({
      summary: 'Get a secret for an authenticator app',
      failures: ['REAUTHENTICATION_REQUIRED'],
      description: 'It takes effect once `auth/mySignIn/finishAuthenticator` is called with one of its codes, within 10 minutes.',
    })
    .input(noInput)
    .output(contract.newAuthenticator)
    .mutation(({ ctx }) => beginAuthenticator(ctx)),
  finishAuthenticator: mutation
    .meta({
      summary: 'Start using an authenticator app, replacing the current one',
      failures: ['REAUTHENTICATION_REQUIRED', 'WRONG_SECOND_FACTOR'],
      description: 'The first second factor of an account ends its other sessions and returns recovery codes.',
    })
    .input(contract.authenticatorCode)
    .output(contract.recoveryCodes)
    .mutation(({ ctx, input }) => finishAuthenticator(ctx, input)),
  removeAuthenticator: mutation
    .meta({ summary: 'Remove the authenticator app', failures: ['REAUTHENTICATION_REQUIRED', 'LAST_SECOND_FACTOR'] })
    .input(noInput)
    .output(nothing)
    .mutation(({ ctx }) => removeAuthenticator(ctx)),
  createRecoveryCodes: mutation
    .meta({
      summary: 'Create recovery codes, replacing the current ones',
      failures: ['REAUTHENTICATION_REQUIRED'],
    })
    .input(noInput)
    .output(contract.recoveryCodes)
    .mutation(({ ctx }) => createRecoveryCodes(ctx)),
  endSession: mutation
    .meta({ summary: 'End one of your sessions immediately', failures: ['REAUTHENTICATION_REQUIRED', 'NOT_FOUND'] })
    .input(contract.sessionRef)
    .output(nothing)
    .mutation(({ ctx, input }) => endOneSession(ctx, input)),
  endOtherSessions: mutation
    .meta({ summary: 'End all of your other sessions immediately', failures: ['REAUTHENTICATION_REQUIRED'] })
    .input(noInput)
    .output(nothing)
    .mutation(({ ctx }) => endOtherSessions(ctx)),
})
