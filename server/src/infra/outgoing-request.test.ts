import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { post } from './outgoing-request.ts'
import { isPublicAddress } from './security/network.ts'

const request = { headers: {}, body: '{}', timeoutMs: 5_000, signal: new AbortController().signal }

it.each([
  '10.1.2.3',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '2001:db8::1',
  '2002:7f00:1::',
  '64:ff9b::a00:1',
  'cases.example.org',
])('isPublicAddress rejects %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1', '::ffff:1.1.1.1'])(
  'isPublicAddress accepts %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

it('post looks a name up once and connects to the address it checked', async () => {
  const hosts: unknown[] = []
  const server = createServer((asked, response) => {
    hosts.push(asked.headers.host)
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const asked: string[] = []
  // A second lookup would return a different address.
  const resolve = async (host: string) => [asked.push(host) === 1 ? '127.0.0.1' : '10.0.0.1']
  const url = `http://rebound.example:${port}/`
  expect(await post({ ...request, url, allowLoopback: true, resolve })).toEqual({ status: 200 })
  expect([asked, hosts]).toEqual([['rebound.example'], [`rebound.example:${port}`]])
  server.close()
})

it.each([
  ['a private address', 'https://cases.example.org/', ['10.0.0.1']],
  ['one private address among others', 'https://cases.example.org/', ['1.1.1.1', '169.254.169.254']],
  ['a name without an address', 'https://cases.example.org/', []],
  ['a loopback address', 'https://cases.example.org/', ['127.0.0.1']],
  ['a loopback address in the URL', 'https://[::ffff:7f00:1]/', undefined],
  ['a loopback address written as a number', 'https://2130706433/', undefined],
  ['a public address without TLS', 'http://cases.example.org/', ['1.1.1.1']],
])('post sends nothing to %s', async (_name, url, addresses) => {
  const resolve = addresses && { resolve: async () => addresses }
  expect(await post({ ...request, url, allowLoopback: false, ...resolve })).toEqual({ fault: 'address' })
})
