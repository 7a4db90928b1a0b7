import { accessToken } from '@portico/shared/contract/auth'
import * as contract from '@portico/shared/contract/single-sign-on'
import { manualMutation, noInput, query, router } from '../../../api/procedures.ts'
import { beginSingleSignOn, finishSingleSignOn, getProviderSignOut, getSingleSignOn } from './sign-in.ts'

export const singleSignOnRouter = router({
  getProvider: query
    .meta({ summary: 'Get the identity provider of the organization, if there is one' })
    .input(noInput)
    .output(contract.singleSignOn)
    .query(({ ctx }) => getSingleSignOn(ctx)),
  // The provider is contacted outside any transaction.
  begin: manualMutation
    .meta({
      summary: 'Begin a sign-in at the identity provider',
      noBatch: true,
      limit: { name: 'singleSignOnPerAddress', by: 'address' },
      failures: ['SIGN_ON_UNAVAILABLE'],
      description:
        'Sets a cookie and returns where to send the browser. It returns to `/authentication/single-sign-on`; pass the parameters to `auth/singleSignOn/finish` within 10 minutes, from the same browser.',
    })
    .input(noInput)
    .output(contract.authorizationRequest)
    .mutation(({ ctx }) => beginSingleSignOn(ctx)),
  // The provider is contacted before the transaction begins; refused attempts are audited too.
  finish: manualMutation
    .meta({
      summary: 'Finish a sign-in at the identity provider',
      withoutEnvelope: true,
      noBatch: true,
      limit: { name: 'singleSignOnPerAddress', by: 'address' },
      cookie: true,
      failures: ['CHALLENGE_EXPIRED', 'SIGN_ON_REFUSED', 'SIGN_ON_UNAVAILABLE', 'SECOND_FACTOR_REQUIRED'],
      description:
        'Returns the access token and sets the session cookie, as `auth/login/local` does. Only people with an account or an invitation are signed in, and only those whose address the provider has verified and whose domain is allowed. The provider does not count as a second factor: an account that has one is answered `SECOND_FACTOR_REQUIRED`.',
    })
    .input(contract.authorizationResponse)
    .output(accessToken)
    .mutation(({ ctx, input }) => finishSingleSignOn(ctx, input)),
  getSignOut: query
    .meta({ summary: 'Get the sign-out page of the identity provider' })
    .input(noInput)
    .output(contract.providerSignOut)
    .query(({ ctx }) => getProviderSignOut(ctx)),
})
