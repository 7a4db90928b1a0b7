import * as contract from '@portico/shared/contract/admin'
import * as tokens from '@portico/shared/contract/api-tokens'
import { registrationOptions } from '@portico/shared/contract/auth'
import { nothing } from '@portico/shared/contract/fields'
import * as signIn from '@portico/shared/contract/sign-in'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts'
import { generateRegistrationLink, removeSecondFactors, updateAccount } from './commands.ts'
import { listInvitations, revokeInvitation, sendInvitationAgain } from './invitations.ts'
import { getSignInPolicy, saveSignInRule } from './sign-in-policy.ts'
import { getRegistrationOptions, listAccounts } from './queries.ts'
import { changeWorkshopAccess, listVolunteers } from './workshop-access/workshop-access.ts'

export const adminRouter = router({
  generateRegistrationLink: mutation
    .meta({
      summary: 'Send a registration link',
      failures: ['ACCOUNT_EXISTS', 'NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      description:
        'Needs a sign-in, or a proof by `auth/mySignIn/reauthenticate`, of the last 10 minutes. A new invitation replaces earlier ones for the same e-mail address. `FORBIDDEN` for an account type that is not among your own `admin/registrationOptions`; `NOT_FOUND` for an unknown agency or workshop.',
    })
    .input(contract.registrationLink)
    .output(contract.linkSent)
    .mutation(({ ctx, input }) => generateRegistrationLink(ctx, input)),
  registrationOptions: query
    .meta({ summary: 'List the account types you may create' })
    .input(noInput)
    .output(registrationOptions)
    .query(({ ctx }) => getRegistrationOptions(ctx)),
  getInvitationList: query
    .meta({ summary: 'List pending invitations, newest first' })
    .input(noInput)
    .output(contract.invitationList)
    .query(({ ctx }) => listInvitations(ctx)),
  sendInvitationAgain: mutation
    .meta({
      summary: 'Resend an invitation with a new link',
      failures: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      description:
        'The previous link no longer works. An invitation to an account type that you may not create is `NOT_FOUND`, like a missing one.',
    })
    .input(contract.invitationRef)
    .output(nothing)
    .mutation(({ ctx, input }) => sendInvitationAgain(ctx, input)),
  revokeInvitation: mutation
    .meta({
      summary: 'Revoke an invitation',
      failures: ['NOT_FOUND'],
      description: 'An invitation to an account type that you may not create is `NOT_FOUND`, like a missing one.',
    })
    .input(contract.invitationRef)
    .output(nothing)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  getAccountList: query
    .meta({ summary: 'List staff accounts, newest first' })
    .input(contract.accountList)
    .output(contract.accountPage)
    .query(({ ctx, input }) => listAccounts(ctx, input)),
  updateAccount: mutation
    .meta({
      summary: 'Disable an account, or change its roles, agencies and workshops',
      failures: ['NOT_FOUND', 'LAST_ROOT', 'INVALID_REQUEST', 'REAUTHENTICATION_REQUIRED', 'CHANGED_MEANWHILE'],
      description:
        'Unless it only disables, needs a sign-in, or a proof by `auth/mySignIn/reauthenticate`, of the last 10 minutes. Omitted fields stay unchanged. Disabling ends every session, link and API token of the account immediately; an account that is disabled or no longer an admin’s also loses its webhooks, review links, pending invitations, unsent announcements and new rules that are being applied. An account you may not manage is `NOT_FOUND`, like a missing one; roles you may not manage are `FORBIDDEN`. `INVALID_REQUEST`: the account would have neither a role nor a language. `CHANGED_MEANWHILE`: its version is no longer `ifVersion`; the message says who saved it and when.',
    })
    .input(contract.accountUpdate)
    .output(contract.account)
    .mutation(({ ctx, input }) => updateAccount(ctx, input)),
  getVolunteerList: query
    .meta({ summary: 'List volunteers and their access to a workshop', failures: ['NOT_FOUND'] })
    .input(contract.volunteersOf)
    .output(contract.volunteerList)
    .query(({ ctx, input }) => listVolunteers(ctx, input)),
  changeWorkshopAccess: mutation
    .meta({
      summary: 'Grant volunteers access to a workshop, or revoke it',
      failures: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      description:
        'Applies to all or none. Granting needs a sign-in, or a proof by `auth/mySignIn/reauthenticate`, of the last 10 minutes. An account that is not a volunteer, or that you may not manage, is `NOT_FOUND`, like a missing one.',
    })
    .input(contract.workshopAccess)
    .output(nothing)
    .mutation(({ ctx, input }) => changeWorkshopAccess(ctx, input)),
  removeSecondFactors: mutation
    .meta({
      summary: 'Remove all second factors of an account whose devices are lost',
      failures: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      description: 'Ends its sessions and tells the person by e-mail. An account you may not manage is `NOT_FOUND`, like a missing one.',
    })
    .input(signIn.accountRef)
    .output(nothing)
    .mutation(({ ctx, input }) => removeSecondFactors(ctx, input)),
  getSignInPolicy: query
    .meta({ summary: 'List the roles that require a second factor' })
    .input(noInput)
    .output(signIn.signInPolicy)
    .query(({ ctx }) => getSignInPolicy(ctx)),
  saveSignInRule: mutation
    .meta({
      summary: 'Set whether a role requires a second factor',
      failures: ['REAUTHENTICATION_REQUIRED'],
      description:
        'Saving a rule that is already enabled keeps its start. `FORBIDDEN` for a role whose accounts you may not manage. After the grace period, accounts without one can only set one up: every other call returns `SECOND_FACTOR_SETUP_REQUIRED`.',
    })
    .input(signIn.signInRule)
    .output(signIn.signInPolicy)
    .mutation(({ ctx, input }) => saveSignInRule(ctx, input)),
  createApiToken: mutation
    .meta({
      summary: 'Create an API token',
      failures: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      description:
        'Needs a sign-in, or a proof by `auth/mySignIn/reauthenticate`, of the last 10 minutes. The token is shown only now. A group stands for the calls that it currently contains and that fit the restrictions.',
    })
    .input(tokens.newApiToken)
    .output(tokens.createdApiToken)
    .mutation(({ ctx, input }) => createApiToken(ctx, input)),
  getApiTokenList: query
    .meta({ summary: 'List API tokens and when each was last used' })
    .input(noInput)
    .output(tokens.apiTokenList)
    .query(({ ctx }) => listApiTokens(ctx)),
  revokeApiToken: mutation
    .meta({ summary: 'Revoke an API token', failures: ['NOT_FOUND'], description: 'It takes effect with its next call.' })
    .input(tokens.apiTokenRef)
    .output(nothing)
    .mutation(({ ctx, input }) => revokeApiToken(ctx, input)),
})
