import { describe, expect, it } from 'vitest'
import { isLoopback, networkOf, siteOf } from './network.ts'

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:C000:0207', '192.0.2.7'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:DB8:0:7:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:db8:0:7::', '2001:db8:0:7::/64'],
    ['2001:db8::7:0:0:0:1', '2001:db8:0:7::/64'],
    ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['192.0.2.7:50123', '192.0.2.7'],
    ['[2001:db8:0:7::1]:50123', '2001:db8:0:7::/64'],
    ['[2001:db8:0:7::1]', '2001:db8:0:7::/64'],
    ['not an address', 'not an address'],
  ])('maps %s to %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('siteOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:77:1::1', '2001:db8:77::/48'],
    ['2001:db8:77:ffff::1', '2001:db8:77::/48'],
    ['2001:db8:78:1::1', '2001:db8:78::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['not an address', 'not an address'],
  ])('maps the network of %s to %s', (address, site) => {
    expect(siteOf(networkOf(address))).toBe(site)
  })
})

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost', 'LOCALHOST', 'portico.localhost', '::ffff:127.0.0.1'])(
    'accepts %s',
    (host) => {
      expect(isLoopback(host)).toBe(true)
    },
  )

  it.each(['0.0.0.0', '::', '192.168.0.1', 'portico.example', 'localhost.example', '127.0.0.1.example', ''])('rejects %s', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})
