import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@portico/shared/contract/passkeys'

/** The behaviour of a device; each deviation from the defaults is a fault, or a device without a PIN. */
export interface Behaviour {
  readonly origin?: string
  readonly rpId?: string
  readonly userVerified?: boolean
  readonly challenge?: string
  /** The increment of the signature counter; a copied device does not raise it. */
  readonly counterStep?: number
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

/** A software authenticator with one passkey (ES256) that responds like a browser. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(16)
  #userHandle: string | undefined
  #counter = 0

  /** Returns the result of `navigator.credentials.create`. */
  create(options: PasskeyCreation, behaviour: Behaviour = {}): PasskeyAttestation {
    this.#userHandle = options.user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]) as never,
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, coseKey])
    const authData = Buffer.concat([this.#head(behaviour.rpId ?? options.rp.id ?? '', behaviour, flags.attested), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, behaviour),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Returns the result of `navigator.credentials.get`. */
  get(options: PasskeyRequest, behaviour: Behaviour = {}): PasskeyAssertion {
    this.#counter += behaviour.counterStep ?? 1
    const clientDataJSON = clientData('webauthn.get', options.challenge, behaviour)
    const authData = this.#head(behaviour.rpId ?? options.rpId ?? '', behaviour, 0)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        ...(this.#userHandle !== undefined && { userHandle: this.#userHandle }),
      },
    }
  }

  #named() {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #head(rpId: string, { userVerified = true }: Behaviour, more: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags.present | (userVerified ? flags.verified : 0) | more]), counter])
  }
}

function clientData(type: string, challenge: string, { origin = 'https://portico.test', challenge: said = challenge }: Behaviour): string {
  return Buffer.from(JSON.stringify({ type, challenge: said, origin, crossOrigin: false })).toString('base64url')
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
