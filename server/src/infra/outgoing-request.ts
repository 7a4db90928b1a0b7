import { lookup } from 'node:dns/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback, isPublicAddress } from './security/network.ts'

/** The result of a request to another server: its status, or why there is none. */
export type Outcome = { readonly status: number } | { readonly fault: 'timeout' | 'connection' | 'address' }

export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether it may go to this machine, and there without TLS. */
  readonly allowLoopback: boolean
  /** Whether it may go only to this machine. */
  readonly loopbackOnly?: boolean | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Resolves a name to its addresses; defaults to the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/**
 * Posts to a URL that a user entered, and returns the status. Never throws. The name is resolved once, all of its addresses must be public,
 * and the connection goes to the address that was checked. Redirects are not followed, and of the response only the status is read.
 */
export async function post({
  url,
  headers,
  body,
  allowLoopback,
  loopbackOnly,
  timeoutMs,
  signal,
  resolve = addressesOf,
}: Outgoing): Promise<Outcome> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const timeout = AbortSignal.timeout(timeoutMs)
  const addresses = await orTimeout(
    timeout,
    resolve(host).catch(() => []),
  )
  if (!addresses) return { fault: 'timeout' }
  const [address] = addresses
  const isAllowedLoopback = allowLoopback && addresses.every(isLoopback)
  const isAllowedPublic = !loopbackOnly && addresses.every(isPublicAddress)
  if (!address || !(isAllowedLoopback || isAllowedPublic) || (target.protocol !== 'https:' && !isAllowedLoopback))
    return { fault: 'address' }
  return send(target, { headers, lookup: lookupFor(address), signal: AbortSignal.any([timeout, signal]) }, body, timeout)
}

type SendOptions = Pick<Outgoing, 'headers'> & Pick<RequestOptions, 'lookup' | 'signal'>

function send(target: URL, { headers, ...options }: SendOptions, body: string, timeout: AbortSignal): Promise<Outcome> {
  const request = target.protocol === 'https:' ? secureRequest : plainRequest
  const length = { 'content-length': Buffer.byteLength(body) }
  return new Promise((done) => {
    const sent = request(target, { method: 'POST', agent: false, ...options, headers: { ...headers, ...length } }, (answer) => {
      done({ status: answer.statusCode ?? 0 })
      answer.destroy()
    })
    sent.on('error', () => done({ fault: timeout.aborted ? 'timeout' : 'connection' }))
    sent.end(body)
  })
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

// Connects to the address that was checked, whatever the name resolves to by now.
function lookupFor(address: string): LookupFunction {
  const family = isIP(address)
  return (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family))
}

function orTimeout<Result>(timeout: AbortSignal, result: Promise<Result>): Promise<Result | undefined> {
  const timedOut = new Promise<undefined>((resolve) => timeout.addEventListener('abort', () => resolve(undefined), { once: true }))
  return Promise.race([result, timedOut])
}
