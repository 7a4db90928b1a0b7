import { newPasskey, type MySignIn } from '@portico/shared/contract/sign-in'
import { useState } from 'react'
import { browserHasPasskeys, makePasskey } from '../../../api/session/passkeys.ts'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { SubmitOrCancel } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { SignInRow, SignInRows, SignInSection } from './sign-in-section.tsx'
import { useSignInChange } from './use-sign-in-change.ts'

interface PasskeysProps {
  signIn: MySignIn
  onCodes: (codes: readonly string[]) => void
}

/** Lists the passkeys of the account; adds and removes them. */
export function Passkeys({ signIn, onCodes }: PasskeysProps) {
  const by = useSignInChange()
  const [adding, setAdding] = useState(false)
  const possible = signIn.passkeysWork && browserHasPasskeys()
  return (
    <SignInSection
      title="Passkeys"
      text="Your phone, computer or security key signs you in with its own lock: a fingerprint, a face or a PIN. It cannot be phished."
      by={by}
    >
      {signIn.passkeys.length > 0 && (
        <SignInRows label="Your passkeys">
          {signIn.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} by={by} />
          ))}
        </SignInRows>
      )}
      {!possible && <Banner kind="info">Passkeys do not work at this address or in this browser. Use an authenticator app.</Banner>}
      {possible && !adding && (
        <div>
          <Button kind="secondary" size="small" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        </div>
      )}
      {possible && adding && <AddPasskey by={by} onCodes={onCodes} onClose={() => setAdding(false)} />}
    </SignInSection>
  )
}

type Change = ReturnType<typeof useSignInChange>

function PasskeyRow({ passkey, by }: { passkey: MySignIn['passkeys'][number]; by: Change }) {
  const remove = trpc.auth.mySignIn.removePasskey.useMutation()
  const [asking, setAsking] = useState(false)
  const confirm = async () => {
    setAsking(false)
    if (await by.change(() => remove.mutateAsync({ id: passkey.id }))) showToast(`The passkey “${passkey.name}” is removed.`)
  }
  return (
    <SignInRow
      name={passkey.name}
      facts={
        <>
          Added <LocalDate value={passkey.addedAt} /> ·{' '}
          {passkey.lastUsedAt ? (
            <>
              last used <LocalDate value={passkey.lastUsedAt} style="moment" />
            </>
          ) : (
            'not used yet'
          )}
        </>
      }
      action={
        <>
          <Button kind="secondary" size="small" onClick={() => setAsking(true)} aria-label={`Remove ${passkey.name}`}>
            Remove
          </Button>
          <ConfirmDialog
            open={asking}
            title={`Remove the passkey “${passkey.name}”?`}
            confirmLabel="Remove"
            kind="stop"
            onConfirm={() => void confirm()}
            onCancel={() => setAsking(false)}
          >
            It can no longer sign you in. Delete it on the device as well.
          </ConfirmDialog>
        </>
      }
    />
  )
}

const passkeyName = newPasskey.pick({ name: true })

function AddPasskey({ by, onCodes, onClose }: { by: Change; onCodes: PasskeysProps['onCodes']; onClose: () => void }) {
  const begin = trpc.auth.mySignIn.beginPasskey.useMutation()
  const finish = trpc.auth.mySignIn.finishPasskey.useMutation()
  const form = useContractForm(passkeyName, { name: '' }, async ({ name }) => {
    const added = await by.change(async () => {
      const passkey = await makePasskey(await begin.mutateAsync())
      return passkey && finish.mutateAsync({ name, passkey })
    })
    if (!added) return
    showToast(`The passkey “${name}” is added.`)
    onCodes(added.recoveryCodes)
    onClose()
  })
  return (
    <Form form={form} label="Add a passkey">
      <TextField
        label="Name of the device"
        hint="So that you recognize it, like “Work laptop”. Your device will ask you next."
        autoComplete="off"
        {...form.field('name')}
      />
      <SubmitOrCancel form={form} busyLabel="Waiting for your device" onCancel={onClose}>
        Add this device
      </SubmitOrCancel>
    </Form>
  )
}
