import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../infra/security/network.ts'

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Returns whether a request was made on this machine, as far as its headers show (shared/spec/contract.md#seed-data). An unconfigured proxy
 * also connects from this machine, but it may keep the public host name, send forwarding headers, or speak HTTP/1.0, which was long nginx's
 * default and which no browser does. If it hides all that, browsers still say which site the page is from.
 */
export function isFromThisMachine({ headers, method, raw }: FastifyRequest): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isForwarded = raw.httpVersion === '1.0' || forwardingHeaders.some((name) => name in headers)
  return method === 'POST' && isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(host) && !isForwarded && isOfLocalPage(headers)
}

// Browsers send Origin with every POST. Programs name no page, although Node's fetch sends other Sec-Fetch headers.
function isOfLocalPage({ origin, referer, 'sec-fetch-site': site }: FastifyRequest['headers']): boolean {
  if (site !== undefined && (origin === undefined || !['same-origin', 'none'].includes(String(site)))) return false
  return [origin, referer].every((url) => url === undefined || (URL.canParse(url) && isLoopback(new URL(url).hostname)))
}
