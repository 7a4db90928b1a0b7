// Countries under calling code 1 other than the United States and Canada, and premium numbers: a text there costs up to fifty times as
// much.
const otherCountries = '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876'
const premiumAreaCode = '900'
const separatelyListed: ReadonlySet<string> = new Set(`${otherCountries} ${premiumAreaCode}`.split(' ').map((area) => `1${area}`))

/**
 * Whether texts may be sent to a number with these digits, which can come from anyone: only to countries with one of these calling codes.
 * `1` means the United States and Canada; the other countries under it must be listed with their own code, like `1876`
 * (shared/spec/operating.md#settings).
 */
export function mayBeTexted(digits: string, callingCodes: readonly string[]): boolean {
  const [own, shared] = [digits.slice(0, 4), digits.slice(0, 1)]
  return callingCodes.some((code) => digits.startsWith(code) && (code === own || shared !== '1' || !separatelyListed.has(own)))
}
