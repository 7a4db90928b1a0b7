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
