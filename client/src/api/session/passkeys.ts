import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@portico/shared/contract/passkeys'

/** Whether this browser supports passkeys; only in a secure context. */
export function browserHasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/**
 * Asks a device to sign a challenge with one of its passkeys; undefined if the user cancels. The library is loaded on first use, because
 * most visits do not need it.
 */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeyAssertion | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return undefinedIfCancelled(async () => {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
    return { id, rawId, type, response, clientExtensionResults: {} }
  })
}

/** Has a device create a passkey; undefined if the user cancels or the device already has one. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyAttestation | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return undefinedIfCancelled(async () => {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
    return { id, rawId, type, response, clientExtensionResults: {} }
  })
}

// Browsers do not distinguish between cancellation, timeout and the lack of a suitable passkey.
async function undefinedIfCancelled<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)) return undefined
    throw error
  }
}
