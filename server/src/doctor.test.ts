import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPortico } from '../test/support/harness.ts'
import { startProvider } from '../test/support/identity-provider.ts'
import { examine } from './doctor.ts'
import { openEncryption } from './infra/security/encryption.ts'
import { openKeyring } from './infra/security/keyring.ts'
import { readEnv } from './infra/env.ts'

const portico = await openPortico()
const keyringFile = join(portico.dataDir, 'doctor-keyring.json')
await copyFile(join(portico.dataDir, 'keyring.json'), keyringFile)
await chmod(keyringFile, 0o600)
await openKeyring(portico.services.orm, keyringFile, false)
const env = {
  ...readEnv({ PUBLIC_URL: 'https://portico.example.org', DATA_DIR: portico.dataDir }),
  databaseUrl: portico.databaseUrl,
  keyringFile,
}

const identityProvider = {
  issuer: 'http://127.0.0.1:1',
  clientId: 'portico',
  clientSecret: 's',
  domains: ['example.org'],
  label: '',
  rolesWithoutPassword: [],
}

async function states(changed: Partial<typeof env> = {}, now = () => new Date()): Promise<string[]> {
  return (await examine({ ...env, ...changed }, now)).filter(({ state }) => state !== 'good').map(({ about, state }) => `${about} ${state}`)
}

it('the doctor has only recommendations for a healthy portal', async () => {
  expect(await states()).toEqual(['rights advice', 'mail advice', 'texts advice', 'backup advice'])
})

it.each([
  ['a clock that is an hour behind', {}, 'clock fault', () => new Date(Date.now() - 3_600_000)],
  ['an unreachable database', { databaseUrl: 'postgresql://u:p@127.0.0.1:1/portico' }, 'database fault', undefined],
  ['a missing keyring', { keyringFile: '/nowhere/keyring.json' }, 'keyring fault', undefined],
  ['an unreachable mail server', { smtpUrl: 'smtp://127.0.0.1:1' }, 'mail fault', undefined],
  ['an unreachable identity provider', { identityProvider }, 'sign-on fault', undefined],
  ['a PUBLIC_URL without TLS', { publicUrl: 'http://portico.example.org' }, 'address fault', undefined],
])('the doctor finds %s', async (_name, changed, found, now) => {
  expect(await states(changed, now)).toContain(found)
})

it('the doctor accepts an identity provider that answers', async () => {
  const { settings, stop } = await startProvider('https://portico.example.org')
  expect(await states({ identityProvider: settings })).toEqual(['rights advice', 'mail advice', 'texts advice', 'backup advice'])
  await stop()
})

it('the doctor finds a different keyring, a readable keyring file and outdated tables', async () => {
  const other = join(portico.dataDir, 'other-keyring.json')
  openEncryption(other, true)
  expect(await states({ keyringFile: other })).toContain('keyring fault')
  await chmod(keyringFile, 0o644)
  expect(await states()).toContain('keyring fault')
  await chmod(keyringFile, 0o600)
  await portico.sql(`delete from mikro_orm_migrations where name like '%create-webhooks'`)
  expect(await states()).toContain('tables fault')
})
