/**
 * Whether a `Prefer` header asks for `handling=strict` (RFC 7240): refusals then have an HTTP status of their own
 * (shared/spec/contract.md#answers). Of a preference that is given twice the first counts.
 */
export function prefersStrict(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',')
  const handling = preferences.map(nameAndValue).find(({ name }) => name === 'handling')
  return handling?.value === 'strict'
}

// Parameters follow after a semicolon; names are in any case, values may be quoted.
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
