import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'

/** A passkey of an account (WebAuthn): its public half, and how often the device says that it was used. */
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

/** An authenticator app (TOTP): its secret, sealed, and the last time step that a code was taken for, so that none is taken twice. */
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

/** A code for the day on which every device is lost; it works once. Only a keyed hash is kept. */
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

/** Something to answer within minutes, once, from where it was asked for: a network address, a session or a cookie, hashed in `boundTo`. */
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
