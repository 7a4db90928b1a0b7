import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@portico/shared/contract/passkeys'

/** Whether this browser can use passkeys at all; only at a secure address. */
export function browserHasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/**
 * Asks a device to sign a challenge with one of its passkeys; undefined when the person calls it off.
 * The library is loaded with the first use: most visits need none.
 */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeyAssertion | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return unlessCalledOff(async () => {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
    return { id, rawId, type, response, clientExtensionResults: {} }
  })
}

/** Has a device make a passkey; undefined when the person calls it off, or the device has one already. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyAttestation | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return unlessCalledOff(async () => {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
    return { id, rawId, type, response, clientExtensionResults: {} }
  })
}

// Browsers tell "called off", "took too long" and "nothing suitable" apart for no one.
async function unlessCalledOff<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)) return undefined
    throw error
  }
}
