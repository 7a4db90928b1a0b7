import { randomUUID } from 'node:crypto'
import { createLink } from '../../src/features/auth/links.ts'
import { startSession } from '../support/start-session.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import { invite, secretOf, seedPassword } from '../support/auth-visits.ts'
import { newStaff, setUpApp } from '../support/staff.ts'
import type { CallRows } from './call-row.ts'
import { signOnCalls } from './sign-on.ts'
import { signInCalls } from './sign-in.ts'
import { nextNumber, type World } from './world.ts'

const newPassword = { password: 'new-password', confirmPassword: 'new-password' }

export const authCalls: CallRows = {
  getMyProfile: { sample: () => ({}) },
  ...signInCalls,
  ...signOnCalls,
  'auth.login.local': {
    sample: () => ({ input: { email: 'ana@portico.example', password: seedPassword } }),
    failures: {
      SECOND_FACTOR_REQUIRED: async ({ portico }) => {
        const staff = await newStaff(portico)
        await setUpApp(portico, staff)
        return { input: { email: staff.email, password: seedPassword } }
      },
    },
  },
  'auth.getOverriddenCredentials': { sample: () => ({}) },
  'auth.tokens.refresh': {
    sample: async ({ portico, victorId }) => {
      const { refreshToken } = await startSession(portico.services, victorId)
      return { headers: { cookie: `__Host-portico-session=${refreshToken}` } }
    },
    failures: { NO_SESSION: () => ({}) },
  },
  'auth.sign-out': { sample: () => ({}) },
  'auth.register.local': {
    sample: async ({ portico }) => {
      const token = await invite(portico, { email: `new${nextNumber()}@example.org` })
      return { input: { token, name: 'Noor Newcomer', ...newPassword } }
    },
    failures: {
      INVALID_CODE: () => ({ input: { token: 'nothing', name: 'Noor', ...newPassword } }),
      INVALID_REQUEST: async ({ portico }) => {
        const token = await invite(portico, { email: `obvious-${randomUUID()}@example.org` })
        return { input: { token, name: 'Noor Newcomer', password: 'noor newcomer', confirmPassword: 'noor newcomer' } }
      },
    },
  },
  'auth.register.verify': {
    sample: async (world) => ({ input: { code: await linkFor(world, 'verify') } }),
    failures: { INVALID_CODE: () => ({ input: { code: 'nothing' } }) },
  },
  'auth.checkLink': {
    sample: async (world) => ({ input: { kind: 'reset', token: await linkFor(world, 'reset') } }),
    failures: { INVALID_CODE: () => ({ input: { kind: 'reset', token: 'nothing' } }) },
  },
  'auth.beginResetPassword': { sample: () => ({ input: { email: `nobody${nextNumber()}@example.org` } }) },
  'auth.finishResetPassword': {
    sample: async (world) => ({
      input: { token: await linkFor(world, 'reset'), ...newPassword },
    }),
    failures: {
      INVALID_CODE: () => ({ input: { token: 'nothing', ...newPassword } }),
      INVALID_REQUEST: async (world) => {
        const password = 'victor@portico.example'
        return { input: { token: await linkFor(world, 'reset'), password, confirmPassword: password } }
      },
    },
  },
}

async function linkFor({ portico, victorId }: World, kind: 'verify' | 'reset'): Promise<string> {
  return secretOf(await inTransaction(portico.services, 'test', (ctx) => createLink(ctx, kind, { accountId: victorId })))
}
