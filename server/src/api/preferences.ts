import type { IncomingHttpHeaders } from 'node:http'

const lists = ['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'prefer'] as const
/** More than any browser sends. */
const listLengthAtMost = 500

/**
 * Shortens the headers that list what a client prefers or has, to the entries within their first 500 characters
 * (shared/spec/contract.md#rest-and-trpc). Node accepts 16 KB of headers; parsing thousands of entries would keep everybody else waiting.
 */
export function shortenLists(headers: IncomingHttpHeaders): void {
  for (const name of lists) {
    const list = headers[name]
    if (typeof list === 'string' && list.length > listLengthAtMost)
      headers[name] = list.slice(0, Math.max(0, list.lastIndexOf(',', listLengthAtMost)))
  }
}

/**
 * Returns whether a `Prefer` header asks for `handling=strict` (RFC 7240): refusals then have their own HTTP status
 * (shared/spec/contract.md#answers). If a preference is given twice, the first one counts.
 */
export function prefersStrict(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',')
  const handling = preferences.map(nameAndValue).find(({ name }) => name === 'handling')
  return handling?.value === 'strict'
}

// Parameters follow a semicolon; names are case-insensitive, values may be quoted.
function nameAndValue(preference: string) {
  const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=')
  return {
    name: name.trim().toLowerCase(),
    value: value
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  }
}
