import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'

/** A passkey (WebAuthn) of an account: its public key and the signature counter reported by the device. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    account: () => p.manyToOne(Account),
    credentialId: p.blob().$type<Buffer>().unique(),
    publicKey: p.blob().$type<Buffer>(),
    counter: p.bigint('number'),
    transports: p.array().default([]),
    name: p.text(),
    addedAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'passkey_account', properties: ['account'] }],
})

/**
 * An authenticator app (TOTP): its sealed secret and the last time step for which a code was accepted, so that no code is accepted twice.
 */
export const AuthenticatorApp = defineEntity({
  name: 'AuthenticatorApp',
  tableName: 'authenticator_app',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    account: () => p.manyToOne(Account),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>(),
    sealedSecret: p.blob().$type<Buffer>(),
    begunAt: p.datetime(),
    confirmedAt: p.datetime().nullable(),
    lastUsedStep: p.bigint('number').nullable(),
    lastUsedAt: p.datetime().nullable(),
  },
  uniques: [{ name: 'authenticator_app_one', properties: ['account'], where: 'confirmed_at is not null' }],
})

/** A single-use recovery code for when all devices are lost. Only a keyed hash is stored. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    account: () => p.manyToOne(Account),
    codeHash: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
  uniques: [{ properties: ['account', 'codeHash'] }],
})

export type ChallengeKind = 'second-factor' | 'passkey-sign-in' | 'passkey-registration' | 'reauthentication' | 'single-sign-on'

/**
 * A single-use challenge that must be answered within minutes and from where it was requested: `boundTo` is the hash of a network address,
 * session or cookie.
 */
export const SignInChallenge = defineEntity({
  name: 'SignInChallenge',
  tableName: 'sign_in_challenge',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    kind: p
      .text()
      .$type<ChallengeKind>()
      .check("kind in ('second-factor', 'passkey-sign-in', 'passkey-registration', 'reauthentication', 'single-sign-on')"),
    tokenHash: p.blob().$type<Buffer>().unique(),
    account: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    boundTo: p.blob().$type<Buffer>(),
    wrongTries: p.integer().default(0),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'sign_in_challenge_account', properties: ['account'], where: 'used_at is null' },
    { name: 'sign_in_challenge_expiry', properties: ['expiresAt'] },
  ],
})
