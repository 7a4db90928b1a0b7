// Countries of their own under the calling code 1, and numbers that whoever writes to them pays for: a text there costs up to fifty times as much.
const otherCountries = '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876'
const charged = '900'
const apart: ReadonlySet<string> = new Set(`${otherCountries} ${charged}`.split(' ').map((area) => `1${area}`))

/**
 * Whether texts may go to the number of these digits, of which anybody can give us any: to countries with one of these calling codes. `1` stands for
 * the United States and Canada; the other countries under it are meant only by a code of their own, like `1876` (shared/spec/operating.md#settings).
 */
export function mayBeTexted(digits: string, callingCodes: readonly string[]): boolean {
  const [own, shared] = [digits.slice(0, 4), digits.slice(0, 1)]
  return callingCodes.some((code) => digits.startsWith(code) && (code === own || shared !== '1' || !apart.has(own)))
}
