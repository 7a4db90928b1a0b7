import { z } from 'zod'
import { roles } from '../words/roles.ts'
import { requiredText, sharedDevice, text } from './fields.ts'

/** How staff sign in with the organization's identity provider; null if there is none (shared/spec/contract.md#single-sign-on). */
export const singleSignOn = z
  .object({
    label: z.string().meta({ description: 'Label of the button on the sign-in page', example: 'Sign in with your organization' }),
    rolesWithoutPassword: z
      .array(z.enum(roles))
      .meta({ description: 'Roles that can sign in only this way, unless the account is also a root account', example: ['AGENCY'] }),
  })
  .nullable()
  .meta({ description: 'null if there is no identity provider' })
export type SingleSignOn = z.output<typeof singleSignOn>

export const authorizationRequest = z.object({
  url: z
    .string()
    .meta({ description: 'URL to which the browser is redirected', example: 'https://id.example.org/authorize?client_id=portico' }),
})

/** The parameters that the provider added to the redirect URL. */
export const authorizationResponse = z.strictObject({
  state: requiredText(200).meta({
    description: '`state` from the redirect, unchanged; valid once, for 10 minutes, in the same browser',
    example: 'q3Jd0mT1xYk',
  }),
  code: requiredText(4_000).meta({ description: '`code` from the redirect, unchanged', example: 'SplxlOBeZQQYbYS6WxSbIA' }),
  iss: text(500).optional().meta({ description: '`iss` from the redirect, unchanged, if present', example: 'https://id.example.org' }),
  sharedDevice,
})
export type AuthorizationResponse = z.output<typeof authorizationResponse>

export const providerSignOut = z.object({
  url: z
    .string()
    .nullable()
    .meta({ description: 'URL at which the browser ends its session with the provider; null if there is none', example: null }),
})
