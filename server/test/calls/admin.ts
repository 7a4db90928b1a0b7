import { asAdam, type CallRow, type CallRows, type Sample } from './call-row.ts'
import { buildApiToken } from '../support/api-tokens.ts'
import { workshopName } from '../support/builders.ts'
import { longAgo } from './sign-in.ts'
import { missingNumber, nextNumber, type World } from './world.ts'

const beyondTheirOwn = 'an account type beyond the caller’s own'

const removal = ({ victorId }: World): Sample => ({ input: { id: victorId } })
const invitation = (): Sample => ({ input: { account: 'volunteer', email: `guest${nextNumber()}@example.org`, purpose: '' } })
const pendingInvitation = async ({ portico }: World, account: 'volunteer' | 'root' = 'volunteer'): Promise<{ id: number }> => {
  const email = `pending${nextNumber()}@example.org`
  const rosa = await portico.as('rosa')
  await rosa.call.admin.generateRegistrationLink({ account, email })
  const sent = (await rosa.call.admin.getInvitationList()).find((invitation) => invitation.email === email)
  return { id: sent?.id ?? 0 }
}
const anInvitation = async (world: World): Promise<Sample> => ({ input: await pendingInvitation(world) })
const beyondAdmins: CallRow['foreign'] = {
  ADMIN_USER: async ({ world }) => ({
    foreign: { 'an invitation of a root': await pendingInvitation(world, 'root') },
    missing: { id: missingNumber },
    refusal: 'NOT_FOUND',
  }),
}
const enabling = ({ victorId }: World): Sample => ({ input: { id: victorId, disabled: false } })
const granting = ({ victorId }: World): Sample => ({ input: { workshopName, accountIds: [victorId], granted: true } })
const rule = (): Sample => ({ input: { role: 'AGENCY', required: false, graceDays: 14 } })

const nightlySync = ({ portico }: World) => ({
  name: 'Nightly sync',
  calls: ['downloads'],
  expiresAt: new Date(portico.services.clock().getTime() + 86_400_000).toISOString(),
})
const aToken = (world: World): Sample => ({ input: nightlySync(world) })

export const adminCalls: CallRows = {
  'admin.createApiToken': {
    sample: aToken,
    failures: {
      NOT_FOUND: (world) => asAdam({ ...nightlySync(world), workshopNames: ['nowhere'] }),
      REAUTHENTICATION_REQUIRED: longAgo(aToken, 'ROOT_USER'),
    },
  },
  'admin.getApiTokenList': { sample: () => ({}) },
  'admin.revokeApiToken': {
    sample: async ({ portico }) => ({ input: { id: (await buildApiToken(portico)).id } }),
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber }) },
  },
  'admin.generateRegistrationLink': {
    sample: invitation,
    failures: {
      ACCOUNT_EXISTS: () => asAdam({ account: 'volunteer', email: 'Ana@Portico.example' }),
      NOT_FOUND: () => asAdam({ account: 'agency', email: 'someone@example.org', agencyId: missingNumber }),
      REAUTHENTICATION_REQUIRED: longAgo(invitation, 'ROOT_USER'),
    },
    foreign: { ADMIN_USER: beyondTheirOwn, ROOT_USER: beyondTheirOwn },
  },
  'admin.registrationOptions': { sample: () => ({}) },
  'admin.getInvitationList': { sample: () => ({}) },
  'admin.sendInvitationAgain': {
    sample: anInvitation,
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber }), REAUTHENTICATION_REQUIRED: longAgo(anInvitation, 'ROOT_USER') },
    foreign: beyondAdmins,
  },
  'admin.revokeInvitation': {
    sample: anInvitation,
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber }) },
    foreign: beyondAdmins,
  },
  'admin.getAccountList': { sample: () => ({ input: {} }) },
  'admin.updateAccount': {
    sample: enabling,
    failures: {
      NOT_FOUND: () => asAdam({ id: missingNumber }),
      REAUTHENTICATION_REQUIRED: longAgo(enabling, 'ROOT_USER'),
      INVALID_REQUEST: ({ victorId }) => asAdam({ id: victorId, roles: [] }),
      CHANGED_MEANWHILE: ({ victorId }) => asAdam({ id: victorId, ifVersion: 0 }),
      LAST_ROOT: async (world) => {
        await world.portico.sql(`update account set roles = '{AGENCY}' where 'ROOT_USER' = any(roles) and name <> 'Rosa Ruiz'`)
        return { as: 'rosa', input: { id: await accountId(world, 'Rosa Ruiz'), disabled: true } }
      },
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
  'admin.getVolunteerList': {
    sample: () => ({ input: { workshopName } }),
    failures: { NOT_FOUND: () => asAdam({ workshopName: 'nowhere' }) },
  },
  'admin.changeWorkshopAccess': {
    sample: granting,
    failures: {
      NOT_FOUND: () => asAdam({ workshopName, accountIds: [missingNumber], granted: false }),
      REAUTHENTICATION_REQUIRED: longAgo(granting, 'ROOT_USER'),
    },
    foreign: {
      ADMIN_USER: async ({ world }) => {
        const ofAccount = (id: number | undefined) => ({ workshopName, accountIds: [id], granted: false })
        return {
          foreign: {
            'a root': ofAccount(await accountId(world, 'Rosa Ruiz')),
            'a reviewer': ofAccount(await accountId(world, 'Ana Alvarez')),
          },
          missing: ofAccount(missingNumber),
          refusal: 'NOT_FOUND',
        }
      },
    },
  },
  'admin.removeSecondFactors': {
    sample: removal,
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber }), REAUTHENTICATION_REQUIRED: longAgo(removal, 'ROOT_USER') },
    foreign: {
      ADMIN_USER: async ({ world }) => ({
        foreign: {
          'a root': { id: await accountId(world, 'Rosa Ruiz') },
          'an admin': { id: await accountId(world, 'Adam Abiodun') },
        },
        missing: { id: missingNumber },
        refusal: 'NOT_FOUND',
      }),
    },
  },
  'admin.getSignInPolicy': { sample: () => ({}) },
  'admin.saveSignInRule': {
    sample: rule,
    failures: { REAUTHENTICATION_REQUIRED: longAgo(rule, 'ROOT_USER') },
    foreign: { ADMIN_USER: 'cannot be set by an admin for admins and roots' },
  },
}

async function accountId({ portico }: World, name: string): Promise<number | undefined> {
  return (await portico.sql<{ id: number }>(`select id from account where name = $1`, [name]))[0]?.id
}
