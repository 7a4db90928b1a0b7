import { Agent, request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { endpoints } from '../calls/calls.ts'

/** Values that commonly break software: what PostgreSQL refuses, what overflows, what has a misleading type. */
const poison: readonly unknown[] = [
  '\u0000',
  '\ud800',
  'a'.repeat(5_000),
  '',
  ' ',
  '%',
  '\\',
  "'; drop table respondent; --",
  '../../etc/passwd',
  '$where',
  '{{7*7}}',
  '<script>alert(1)</script>',
  -1,
  0,
  1.5,
  2_147_483_648,
  9_007_199_254_740_992,
  1e308,
  -1e308,
  null,
  true,
  [],
  [null],
  {},
  { $ne: null },
  { length: 1e9 },
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  'AAAA-AAAA-AAAAA',
  '2026-02-30',
  '9999999-01-01T00:00:00Z',
  '٣',
  '\u202e',
  '👩‍👩‍👧‍👦'.repeat(50),
]

/** The names of all input fields of all calls. */
const keys = [...new Set(endpoints.flatMap(({ input }) => (input instanceof z.ZodType ? namesIn(input) : [])))].toSorted()

function namesIn(input: z.ZodType): string[] {
  const { properties, anyOf } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const alternatives = (anyOf ?? []).map((alternative) => (typeof alternative === 'object' ? alternative.properties : undefined))
  return [properties, ...alternatives].flatMap((found) => Object.keys(found ?? {}))
}

/** Returns a reproducible generator of numbers in [0, 1). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

function bodyOf(random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const shape = random()
  if (shape < 0.08) return pick(['{', '[1,2', '"', 'nul', '\u0000', '{"a":1}}', '[]', '42', '"text"', 'null', `${'['.repeat(2_000)}`])
  const nested = {
    respondent: { anonymousId: pick(poison) },
    status: { flag: pick(['red', 'green', 'blue', 7]), reason: pick(poison) },
    pagination: { offset: pick(poison), count: pick(poison) },
    filter: { query: pick(poison) },
    workshop: { name: pick(poison) },
    configuration: { flavor: pick(['all', 'undownloaded', 'x', null]), start: pick(poison) },
    address: { line1: pick(poison), city: pick(poison) },
  }
  const body: Record<string, unknown> = {}
  for (const key of keys) if (random() < 0.4) body[key] = pick(poison)
  for (const [key, value] of Object.entries(nested)) if (random() < 0.7) body[key] = random() < 0.8 ? value : pick(poison)
  if (random() < 0.3) body['answers'] = { [String(pick(poison))]: pick(poison), fullName: pick(poison) }
  return JSON.stringify(body)
}

const leaks =
  /\bat .+\.(ts|js|mjs):\d+|node_modules|select .+ from|insert into|violates|syntax error|ECONN|\/server\/src|relation "|invalid input syntax/i

/**
 * Listens, and sends `count` malformed requests over every call, REST and tRPC, with these tokens; returns a line for each response with a
 * 5xx status or a body that reveals internals.
 */
export async function attack(
  app: FastifyInstance,
  tokens: readonly (string | undefined)[],
  count: number,
  seed: number,
): Promise<string[]> {
  const random = randomOf(seed)
  const trouble: string[] = []
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  for (let sent = 0; sent < count; sent += 1) {
    const endpoint = endpoints[sent % endpoints.length]
    if (!endpoint) break
    const token = tokens[Math.floor(random() * tokens.length)]
    const url =
      random() < 0.5 ? endpoint.url : `/trpc/${endpoint.path}${random() < 0.1 ? `?batch=1&input=${encodeURIComponent('{"0":')}` : ''}`
    const type =
      random() < 0.95
        ? 'application/json'
        : ['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream', ''][Math.floor(random() * 4)]
    const payload = bodyOf(random)
    const headers = { ...(type && { 'content-type': type }), ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await send(origin, random() < 0.97 ? 'POST' : 'GET', url, headers, payload)
    if (answer.status >= 500 || leaks.test(answer.body))
      trouble.push(`${url} ${answer.status} ${answer.body.slice(0, 300)} ← ${payload.slice(0, 400)}`)
  }
  return trouble
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

function send(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  payload: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, origin),
      { method, headers: { ...headers, 'content-length': String(Buffer.byteLength(payload)) }, agent },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(payload)
  })
}
