import { z } from 'zod'
import { roles } from '../words/roles.ts'
import { requiredText, sharedDevice, text } from './fields.ts'

/** How staff sign in with the organization's identity provider; null if there is none (shared/spec/contract.md#single-sign-on). */
export const singleSignOn = z
  .object({
    label: z.string().meta({ description: 'What the button on the sign-in page says', example: 'Sign in with your organization' }),
    rolesWithoutPassword: z
      .array(z.enum(roles))
      .meta({ description: 'Roles that sign in this way alone, unless the account is a root account as well', example: ['AGENCY'] }),
  })
  .nullable()
  .meta({ description: 'null where there is no identity provider' })
export type SingleSignOn = z.output<typeof singleSignOn>

export const authorizationRequest = z.object({
  url: z.string().meta({ description: 'Where to send the browser', example: 'https://id.example.org/authorize?client_id=portico' }),
})

/** The parameters that the provider added to the redirect URL. */
export const authorizationResponse = z.strictObject({
  state: requiredText(200).meta({ description: 'As it came: valid once, for 10 minutes, in the same browser', example: 'q3Jd0mT1xYk' }),
  code: requiredText(4_000).meta({ description: 'As it came', example: 'SplxlOBeZQQYbYS6WxSbIA' }),
  iss: text(500).optional().meta({ description: 'As it came, if it did', example: 'https://id.example.org' }),
  sharedDevice,
})
export type AuthorizationResponse = z.output<typeof authorizationResponse>

export const providerSignOut = z.object({
  url: z
    .string()
    .nullable()
    .meta({ description: 'Where the browser ends its session at the provider; null where there is no such page', example: null }),
})
