import { BlockList, isIP } from 'node:net'

/**
 * Returns the network that rate limits count by: an IPv4 address itself, also if it is IPv4-mapped (`::ffff:192.0.2.7`), and the /64 of any
 * other IPv6 address (`2001:db8:0:7::/64`), because one household or server controls the whole prefix. Ports are ignored.
 */
export function networkOf(address: string): string {
  const bare = bareAddress(address)
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(':')}::/64`
}

/** Returns the site of a network (see `networkOf`): the /48 that one customer may be given of an IPv6 network, or an IPv4 address itself. */
export function siteOf(network: string): string {
  return network.replace(/:[0-9a-f]+::\/64$/, '::/48')
}

/** Returns the address without its port and zone. */
export function bareAddress(address: string): string {
  return withoutPort(address).split('%')[0] ?? ''
}

/** Returns whether this host, an address or a name, is this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(bare) === 0) return bare === 'localhost' || bare.endsWith('.localhost')
  return bare === '::1' || networkOf(bare).startsWith('127.')
}

// Some proxies also forward the port, which differs for each connection: `192.0.2.7:50123`, `[2001:db8::7]:50123`.
function withoutPort(address: string): string {
  return address.replace(/^\[(.+)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
}

// The URL standard normalizes IPv6 addresses, without dotted parts.
function groupsOf(address: string): number[] {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [start, end] = [read(before), read(after)]
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end]
}

// Separate lists, because IPv4 addresses are also matched against IPv6 ranges.
const nonPublicIpv4 = new BlockList()
const nonPublicIpv6 = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  nonPublicIpv4.addSubnet(net, bits, 'ipv4')
// Only 2000::/3 of IPv6 is allocated; the ranges within it lead to IPv4 addresses, to one machine, or are for documentation.
for (const [net, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  nonPublicIpv6.addSubnet(net, bits, 'ipv6')

/** Returns whether this is a public address: not private, link-local, loopback or reserved, also if it is IPv4-mapped. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const mapped = family === 6 ? networkOf(address) : address
  return isIP(mapped) === 4 ? !nonPublicIpv4.check(mapped, 'ipv4') : !nonPublicIpv6.check(address, 'ipv6')
}
