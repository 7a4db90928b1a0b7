import { asAdam, type CallRows } from './call-row.ts'
import { missingNumber, nextNumber, type World } from './world.ts'

const beyondTheirOwn = 'an account type beyond the caller’s own'

export const adminCalls: CallRows = {
  'admin.generateRegistrationLink': {
    sample: () => ({ input: { account: 'volunteer', email: `guest${nextNumber()}@example.org`, purpose: '' } }),
    failures: {
      ACCOUNT_EXISTS: () => asAdam({ account: 'volunteer', email: 'Ana@Portico.example' }),
      NOT_FOUND: () => asAdam({ account: 'agency', email: 'someone@example.org', agencyId: missingNumber }),
    },
    foreign: { ADMIN_USER: beyondTheirOwn, ROOT_USER: beyondTheirOwn },
  },
  'admin.registrationOptions': { sample: () => ({}) },
  'admin.getAccountList': { sample: () => ({ input: {} }) },
  'admin.updateAccount': {
    sample: ({ victorId }) => ({ input: { id: victorId, disabled: false } }),
    failures: {
      NOT_FOUND: () => asAdam({ id: missingNumber }),
      LAST_ROOT: async (world) => ({ as: 'rosa', input: { id: await accountId(world, 'Rosa Ruiz'), disabled: true } }),
    },
    foreign: {
      ADMIN_USER: async ({ world }) => ({
        foreign: {
          'a root': { id: await accountId(world, 'Rosa Ruiz'), disabled: true },
          'an admin': { id: await accountId(world, 'Adam Abiodun'), disabled: true },
        },
        missing: { id: missingNumber, disabled: true },
        refusal: 'NOT_FOUND',
      }),
    },
  },
}

async function accountId({ portico }: World, name: string): Promise<number | undefined> {
  return (await portico.sql<{ id: number }>(`select id from account where name = $1`, [name]))[0]?.id
}
