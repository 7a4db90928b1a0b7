import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openTextGateway } from '../../../test/support/text-gateway.ts'
import { freePort } from '../free-port.ts'
import { checkTextGateway, gatewayAddress, signatureOf } from './text-gateway.ts'

it('signatureOf signs the URL and the sorted form fields as Twilio documents it', () => {
  const form = new URLSearchParams('To=%2B18005551212&CallSid=CA1&Body=Hi+there&Digits=2&Digits=1&Digits=2')
  const expected = createHmac('sha1', '12345')
    .update('https://p.example/x?a=1&b=2BodyHi thereCallSidCA1Digits1Digits2To+18005551212')
    .digest('base64')
  expect(signatureOf('12345', 'https://p.example/x?a=1&b=2', form)).toBe(expected)
})

it('checkTextGateway reports whether the gateway accepts our credentials, without sending anything', async () => {
  const gateway = await openTextGateway()
  onTestFinished(gateway.close)
  const check = (url: string) => checkTextGateway(gatewayAddress(url) ?? { base: '', account: '', token: '', from: '' })
  expect(await check(gateway.url)).toBeUndefined()
  expect(await check(gateway.url.replace('a-token', 'another'))).toBe('HTTP 401')
  expect(await check(`http://a:b@127.0.0.1:${await freePort()}/x?from=MG1`)).toBe('ECONNREFUSED')
  expect(gateway.asked).toBe(0)
})
