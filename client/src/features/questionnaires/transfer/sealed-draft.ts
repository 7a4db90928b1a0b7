import { argon2idAsync } from '@noble/hashes/argon2.js'
import { limits } from '@portico/shared/words/limits'
import { isRecord, readJson } from '../draft/device.ts'
import { parseTransferredDraft, type TransferredDraft } from '../draft/merge-drafts.ts'

// About one second on a cheap phone. An attacker with the whole database would spend it on each of 2^49 codes.
const cost = { t: 2, m: 12_288, p: 1, dkLen: 32, asyncTick: 20 }
const salt = 'portico draft transfer 1'
const ivBytes = 12
const tagBytes = 16
// Most drafts fit, so that their length tells nothing about the answers.
const paddedTo = 16 * 1024
const maxBytes = (limits.draftTransferMax / 4) * 3 - ivBytes - tagBytes

interface Keys {
  /** Lookup name of the sealed answers on the server; 32 hexadecimal digits. */
  readonly lookup: string
  readonly key: CryptoKey
}

/** Derives the lookup name and the key from a code; neither reveals the other (shared/spec/contract.md#draft-transfers). */
async function keysOf(code: string): Promise<Keys> {
  const secret = await argon2idAsync(code, salt, cost)
  const root = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveBits', 'deriveKey'])
  const derivation = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(info) })
  const name = await crypto.subtle.deriveBits(derivation('lookup'), root, 128)
  const key = await crypto.subtle.deriveKey(derivation('key'), root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return { lookup: [...new Uint8Array(name)].map((byte) => byte.toString(16).padStart(2, '0')).join(''), key }
}

/** Seals a draft under a code. Returns its lookup name, and the sealed text in base64. */
export async function sealDraft(draft: TransferredDraft, code: string): Promise<{ lookup: string; sealed: string }> {
  const { lookup, key } = await keysOf(code)
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const plain = padded(new TextEncoder().encode(JSON.stringify(draft)))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain))
  return { lookup, sealed: base64Of([...iv, ...sealed]) }
}

// Pads JSON with trailing spaces, which every version ignores.
function padded(json: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = Math.min(Math.ceil(json.length / paddedTo) * paddedTo, maxBytes)
  const bytes = new Uint8Array(Math.max(length, json.length)).fill(0x20)
  bytes.set(json)
  return bytes
}

/**
 * Returns the lookup name of a code and a function that opens the sealed text stored under it. `open` throws if it was not sealed under
 * this code.
 */
export async function openerOf(code: string): Promise<{ lookup: string; open: (sealed: string) => Promise<TransferredDraft> }> {
  const { lookup, key } = await keysOf(code)
  const open = async (sealed: string) => {
    const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0))
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, ivBytes) }, key, bytes.slice(ivBytes))
    const value = readJson(new TextDecoder().decode(plain))
    const carried = isRecord(value) ? parseTransferredDraft(value) : undefined
    if (!carried) throw new Error('The sealed text is no draft')
    return carried
  }
  return { lookup, open }
}

function base64Of(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}
