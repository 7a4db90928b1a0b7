import { accountUpdate, type Account } from '@portico/shared/contract/admin'
import type { Role } from '@portico/shared/words/roles'
import { useState } from 'react'
import { workshopChoices } from '../../layout/workshops/workshop-name.tsx'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { useContractForm, type ControlledField } from '../../api/use-contract-form.ts'
import { useUnsent } from '../../api/use-unsent.ts'
import { useReauthentication } from '../../layout/reauthentication.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { SubmitOrCancel } from '../../ui/submit-button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { Checklist } from './checklist.tsx'
import { TranslatorFields } from './invitations/translator-fields.tsx'
import { LoadNewer } from './changes/load-newer.tsx'
import { roleLabel } from '../../words/role-label.ts'

interface AccountEditorProps {
  account: Account
  /** Roles that the signed-in user may grant and revoke. */
  manageable: readonly Role[]
  onClose: () => void
}

/** Edits what an account may do and whether it may sign in. */
export function AccountEditor({ account, manageable, onClose }: AccountEditorProps) {
  const utils = trpc.useUtils()
  const [round, setRound] = useState(0)
  const reload = async () => {
    await utils.admin.getAccountList.invalidate()
    setRound(round + 1)
  }
  return (
    <div className="grid max-w-prose gap-8 pt-2 pb-6">
      <RightsForm key={round} account={account} manageable={manageable} onReload={() => void reload()} onClose={onClose} />
      <Access account={account} />
      <SecondSteps account={account} />
    </div>
  )
}

function RightsForm({ account, manageable, onReload, onClose }: AccountEditorProps & { onReload: () => void }) {
  const utils = trpc.useUtils()
  const update = trpc.admin.updateAccount.useMutation()
  const { run, dialog } = useReauthentication()
  const form = useContractForm(
    accountUpdate,
    {
      id: account.id,
      ifVersion: account.version,
      roles: account.roles,
      agencyIds: account.agencies.map(({ id }) => id),
      workshopNames: account.workshopNames,
      translates: account.translates,
      signsOffTranslations: account.signsOffTranslations,
    },
    async (values) => {
      const saved = await run(() => update.mutateAsync(values))
      if (!saved) return
      showToast(`${saved.name} is saved. It counts from now on.`)
      await utils.admin.getAccountList.invalidate()
      onClose()
    },
    ({ id, message }) => (id === 'LAST_ROOT' || id === 'INVALID_REQUEST' ? { field: 'roles', message } : undefined),
  )
  useUnsent(form, `account ${account.id}`)
  const roles = form.controlled('roles')
  const chosen = roles.value ?? []
  return (
    <>
      <Form form={form} label={`Rights of ${account.name}`}>
        <Checklist
          label="Roles"
          choices={manageable.map((role) => ({ value: role, label: roleLabel[role] }))}
          none=""
          {...roles}
          value={chosen}
          error={roles.error}
        />
        {chosen.includes('AGENCY') && <AgenciesField {...form.controlled('agencyIds')} />}
        {chosen.includes('VOLUNTEERV1') && <WorkshopsField {...form.controlled('workshopNames')} />}
        <TranslatorFields
          optional
          translates={form.controlled('translates')}
          signsOff={form.controlled('signsOffTranslations')}
          known={account.translates}
        />
        <LoadNewer error={update.error} onLoad={onReload} />
        <SubmitOrCancel form={form} busyLabel="Saving" onCancel={onClose}>
          Save
        </SubmitOrCancel>
      </Form>
      {dialog}
    </>
  )
}

function AgenciesField({ value, ...controlled }: ControlledField<number[] | undefined>) {
  const agencies = trpc.agency.getAllAgencies.useQuery()
  return (
    <Checklist
      label="Agencies"
      choices={(agencies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      none="No agencies yet."
      value={value ?? []}
      {...controlled}
    />
  )
}

function WorkshopsField({ value, ...controlled }: ControlledField<string[] | undefined>) {
  const workshops = trpc.workshops.getWorkshopList.useQuery()
  return (
    <Checklist
      label="Workshops"
      hint="They can see and check in the green dots of these workshops."
      choices={workshopChoices(workshops.data)}
      none="No workshops yet."
      value={value ?? []}
      {...controlled}
    />
  )
}

function Access({ account }: { account: Account }) {
  const utils = trpc.useUtils()
  const [asking, setAsking] = useState(false)
  const update = trpc.admin.updateAccount.useMutation({ onSuccess: () => utils.admin.getAccountList.invalidate() })
  const { run, dialog } = useReauthentication()
  const [problem, setProblem] = useState<string>()
  const setDisabled = async (disabled: boolean) => {
    setProblem(undefined)
    try {
      if (await run(() => update.mutateAsync({ id: account.id, disabled })))
        showToast(disabled ? `${account.name} can no longer sign in.` : `${account.name} can sign in again.`)
    } catch (error) {
      setProblem(failureOf(error).message)
    }
    setAsking(false)
  }
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-6">
      <h2 className="text-lg">Access</h2>
      {problem && <Banner kind="error">{problem}</Banner>}
      {account.disabled ? (
        <Button kind="secondary" size="small" busy={update.isPending} onClick={() => void setDisabled(false)}>
          Enable the account
        </Button>
      ) : (
        <Button kind="stop" size="small" onClick={() => setAsking(true)}>
          Disable the account
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={`Disable the account of ${account.name}?`}
        confirmLabel="Disable"
        kind="stop"
        busy={update.isPending}
        busyLabel="Disabling"
        onConfirm={() => void setDisabled(true)}
        onCancel={() => setAsking(false)}
      >
        They are signed out everywhere immediately and cannot sign in until the account is enabled again. Announcements that they have not
        sent yet, their pending invitations, shared drafts and API tokens end for good. Their decisions stay.
      </ConfirmDialog>
      {dialog}
    </section>
  )
}

function SecondSteps({ account }: { account: Account }) {
  const { run, dialog } = useReauthentication()
  const [asking, setAsking] = useState(false)
  const remove = trpc.admin.removeSecondFactors.useMutation()
  const [problem, setProblem] = useState<string>()
  const confirm = async () => {
    setAsking(false)
    try {
      if (await run(() => remove.mutateAsync({ id: account.id }))) showToast(`${account.name} signs in with the password alone.`)
    } catch (error) {
      setProblem(failureOf(error).message)
    }
  }
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-6">
      <h2 className="text-lg">Lost devices</h2>
      {problem && <Banner kind="error">{problem}</Banner>}
      <p className="text-mute">For someone who can no longer confirm a sign-in: no passkey, no authenticator app, no recovery code.</p>
      <Button kind="secondary" size="small" onClick={() => setAsking(true)}>
        Remove second steps
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Remove the second steps of ${account.name}?`}
        confirmLabel="Remove"
        kind="stop"
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        Confirm in person or by phone that the request comes from them. They are signed out everywhere, notified by email, and sign in with
        their password alone until they set up a new second step.
      </ConfirmDialog>
      {dialog}
    </section>
  )
}
