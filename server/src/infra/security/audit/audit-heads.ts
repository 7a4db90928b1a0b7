import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { appendLines } from '../../files/append-lines.ts'
import type { Encryption } from '../encryption.ts'

const signedHead = z.object({ position: z.int(), hash: z.base64(), at: z.string(), signature: z.base64() })

/** The end of the audit chain at some moment: the number of entries, and the hash of the last. */
export type AuditHead = z.output<typeof signedHead>

/** The heads of the audit chain, stored outside the database. */
export interface AuditHeads {
  /** Signs a head and appends it; returns it for the log. Throws when it cannot be written. */
  add(head: Pick<AuditHead, 'position' | 'at'> & { readonly hash: Buffer }): Promise<AuditHead>
  /** Returns the newest head added here; undefined if there is none yet. */
  newest(): Promise<AuditHead | undefined>
  /** Returns whether a head of this or a later position is known to be on disk. */
  isWritten(position: number): Promise<boolean>
  /** Returns all heads with a valid signature, oldest first, and the number of lines without one. */
  all(): Promise<{ heads: AuditHead[]; altered: number }>
}

/**
 * Opens an append-only file of heads, as JSON lines. Lines of the log can be added to it by hand: a head in `auditHead` counts as well
 * (shared/spec/operating.md#audit-verification).
 */
export function openAuditHeads(file: string, encryption: Encryption): AuditHeads {
  let known: AuditHead | undefined
  let isKnownWritten = true
  const signatureOf = ({ position, hash, at }: Omit<AuditHead, 'signature'>) =>
    createHmac('sha256', encryption.purposeKey('audit head'))
      .update(JSON.stringify([position, hash, at]))
      .digest()

  function read(line: string): AuditHead | undefined {
    try {
      const parsed: unknown = JSON.parse(line)
      const head = signedHead.parse(typeof parsed === 'object' && parsed !== null && 'auditHead' in parsed ? parsed.auditHead : parsed)
      const given = Buffer.from(head.signature, 'base64')
      return given.length === 32 && timingSafeEqual(given, signatureOf(head)) ? head : undefined
    } catch {
      return undefined
    }
  }

  async function all() {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const heads = lines.flatMap((line) => read(line) ?? []).sort((one, other) => one.position - other.position)
    return { heads, altered: lines.length - heads.length }
  }

  async function newest() {
    known ??= (await all()).heads.at(-1)
    return known
  }

  return {
    all,
    newest,
    async isWritten(position) {
      const head = await newest()
      return isKnownWritten && head !== undefined && head.position >= position
    },
    async add({ position, at, hash }) {
      const plain = { position, hash: hash.toString('base64'), at }
      const head = { ...plain, signature: signatureOf(plain).toString('base64') }
      // Later runs compare the chain with this head even if it could not be written.
      known = head
      isKnownWritten = false
      await appendLines(file, [JSON.stringify(head)])
      isKnownWritten = true
      return head
    },
  }
}
