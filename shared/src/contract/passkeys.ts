import { z } from 'zod'

// WebAuthn defines the exchange with browsers and security keys; these schemas limit its size and name the parts that Portico reads.
const bytes = (most: number, description: string, example: string) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'Not base64url')
    .meta({ description: `${description}, base64url`, example })

const credentialId = bytes(1_400, 'Id of the passkey', 'q2Vd0mT1xYk')
const kind = z.literal('public-key').meta({ description: 'Always public-key', example: 'public-key' })
const clientDataJSON = bytes(8_192, 'Client data: the request that the browser got', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0')
const extensions = z.object({}).default({}).meta({ description: 'Results of extensions; ignored' })

/** A passkey's signature on a challenge: `PublicKeyCredential.toJSON()` after `navigator.credentials.get`. */
export const passkeyAssertion = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: kind,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: bytes(8_192, 'Flags and counter of the passkey', 'SZYN5YgOjGh0NBcPZHZgW4'),
        signature: bytes(16_384, 'Signature', 'MEUCIQDx'),
        userHandle: bytes(128, 'Handle of the account that the passkey belongs to', 'b3BhcXVl').optional(),
      })
      .meta({ description: 'What the passkey signed' }),
    clientExtensionResults: extensions,
  })
  .meta({ description: 'Assertion of a passkey, as returned by `navigator.credentials.get`' })
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** A new passkey: `PublicKeyCredential.toJSON()` after `navigator.credentials.create`. */
export const passkeyAttestation = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: kind,
    response: z
      .object({
        clientDataJSON,
        attestationObject: bytes(65_536, 'Attestation with the new public key', 'o2NmbXRkbm9uZQ'),
        transports: z
          .array(z.string().max(30))
          .max(10)
          .optional()
          .meta({ description: 'Ways in which the passkey can be reached', example: ['internal'] }),
      })
      .meta({ description: 'Response of the device' }),
    clientExtensionResults: extensions,
  })
  .meta({ description: 'A new passkey, as returned by `navigator.credentials.create`' })
export type PasskeyAttestation = z.output<typeof passkeyAttestation>

const challenge = z.string().meta({ description: 'Challenge to sign, base64url', example: 'q3Jd0mT1xYk' })
const timeout = z.number().optional().meta({ description: 'Timeout for the browser, in ms', example: 300_000 })
const userVerification = z
  .enum(['required', 'preferred', 'discouraged'])
  .optional()
  .meta({ description: 'Whether the device asks for a PIN or a fingerprint', example: 'preferred' })
const descriptors = z
  .array(
    z.object({
      id: z.string().meta({ description: 'Id of a passkey, base64url', example: 'q2Vd0mT1xYk' }),
      type: kind,
      transports: z
        .array(z.string())
        .optional()
        .meta({ description: 'Ways in which the passkey can be reached', example: ['internal'] }),
    }),
  )
  .optional()

/** For `navigator.credentials.get` (`parseRequestOptionsFromJSON`). */
export const passkeyRequest = z
  .object({
    challenge,
    timeout,
    userVerification,
    rpId: z.string().optional().meta({ description: 'Host name of the portal', example: 'portico.example.org' }),
    allowCredentials: descriptors.meta({ description: 'Passkeys to accept; any of this portal if omitted' }),
  })
  .meta({ description: 'Options for `navigator.credentials.get`, in their JSON form' })
export type PasskeyRequest = z.output<typeof passkeyRequest>

/** For `navigator.credentials.create` (`parseCreationOptionsFromJSON`). */
export const passkeyCreation = z
  .object({
    challenge,
    timeout,
    rp: z
      .object({
        name: z.string().meta({ description: 'Name of the portal, shown by the device', example: 'Portico' }),
        id: z.string().optional().meta({ description: 'Host name of the portal', example: 'portico.example.org' }),
      })
      .meta({ description: 'The portal' }),
    user: z
      .object({
        id: z.string().meta({ description: 'Handle of the account, base64url', example: 'b3BhcXVl' }),
        name: z.string().meta({ description: 'E-mail address', example: 'ana@example.org' }),
        displayName: z.string().meta({ description: 'A person’s name', example: 'Ana Alvarez' }),
      })
      .meta({ description: 'Account that the passkey will belong to' }),
    pubKeyCredParams: z
      .array(z.object({ type: kind, alg: z.number().meta({ description: 'COSE identifier of the algorithm', example: -7 }) }))
      .meta({ description: 'Algorithms that Portico can verify, best first' }),
    attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional().meta({ description: 'Always none', example: 'none' }),
    excludeCredentials: descriptors.meta({ description: 'Passkeys that the account already has' }),
    authenticatorSelection: z
      .object({
        residentKey: z
          .enum(['required', 'preferred', 'discouraged'])
          .optional()
          .meta({ description: 'Whether the device stores the name of the account', example: 'preferred' }),
        requireResidentKey: z.boolean().optional().meta({ description: 'The same, for older browsers', example: false }),
        userVerification,
      })
      .optional()
      .meta({ description: 'Requirements for the device' }),
  })
  .meta({ description: 'Options for `navigator.credentials.create`, in their JSON form' })
export type PasskeyCreation = z.output<typeof passkeyCreation>
