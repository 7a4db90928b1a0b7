import { authenticatorCode, type MySignIn, type NewAuthenticator } from '@portico/shared/contract/sign-in'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { SubmitOrCancel } from '../../../ui/submit-button.tsx'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { SignInRow, SignInRows, SignInSection } from './sign-in-section.tsx'
import { useSignInChange } from './use-sign-in-change.ts'

interface AuthenticatorProps {
  signIn: MySignIn
  onCodes: (codes: readonly string[]) => void
}

/** Shows whether an authenticator app is set up; sets one up or removes it. */
export function Authenticator({ signIn: { authenticator }, onCodes }: AuthenticatorProps) {
  const by = useSignInChange()
  const begin = trpc.auth.mySignIn.beginAuthenticator.useMutation()
  const [made, setMade] = useState<NewAuthenticator>()
  const start = async () => setMade(await by.change(() => begin.mutateAsync()))
  return (
    <SignInSection
      title="Authenticator app"
      text="An app on your phone shows a new 6-digit code every 30 seconds. It works offline."
      by={by}
    >
      {authenticator && !made && <CurrentApp authenticator={authenticator} by={by} />}
      {made ? (
        <ConfirmApp made={made} by={by} onCodes={onCodes} onClose={() => setMade(undefined)} />
      ) : (
        <div>
          <Button kind="secondary" size="small" busy={by.busy} onClick={() => void start()}>
            {authenticator ? 'Move to another phone' : 'Set up an app'}
          </Button>
        </div>
      )}
    </SignInSection>
  )
}

type Change = ReturnType<typeof useSignInChange>

function CurrentApp({ authenticator, by }: { authenticator: NonNullable<MySignIn['authenticator']>; by: Change }) {
  const remove = trpc.auth.mySignIn.removeAuthenticator.useMutation()
  const [asking, setAsking] = useState(false)
  const confirm = async () => {
    setAsking(false)
    if (await by.change(() => remove.mutateAsync())) showToast('The authenticator app is removed.')
  }
  return (
    <>
      <SignInRows label="Your authenticator app">
        <SignInRow
          name="Authenticator app"
          facts={
            <>
              Set up <LocalDate value={authenticator.addedAt} />
              {authenticator.lastUsedAt && (
                <>
                  {' '}
                  · last used <LocalDate value={authenticator.lastUsedAt} style="moment" />
                </>
              )}
            </>
          }
          action={
            <Button kind="secondary" size="small" onClick={() => setAsking(true)} aria-label="Remove the authenticator app">
              Remove
            </Button>
          }
        />
      </SignInRows>
      <ConfirmDialog
        open={asking}
        title="Remove the authenticator app?"
        confirmLabel="Remove"
        kind="stop"
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        Its codes no longer sign you in.
      </ConfirmDialog>
    </>
  )
}

interface ConfirmAppProps {
  made: NewAuthenticator
  by: Change
  onCodes: AuthenticatorProps['onCodes']
  onClose: () => void
}

function ConfirmApp({ made, by, onCodes, onClose }: ConfirmAppProps) {
  const finish = trpc.auth.mySignIn.finishAuthenticator.useMutation()
  const form = useContractForm(authenticatorCode, { code: '' }, async ({ code }) => {
    const done = await by.change(() => finish.mutateAsync({ code }))
    if (!done) return
    showToast('The authenticator app is set up.')
    onCodes(done.recoveryCodes)
    onClose()
  })
  return (
    <div className="grid gap-6 rounded-md border border-line bg-raised p-4 sm:p-6">
      <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:items-center sm:gap-6">
        <QrCode text={made.uri} title="QR code for the authenticator app" />
        <div className="grid justify-items-start gap-3">
          <p>Scan the code with your authenticator app. If you cannot scan it, type this key into the app:</p>
          <code className="text-lg wrap-anywhere">{made.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={made.secret} label="Copy the key" />
        </div>
      </div>
      <Form form={form} label="Set up an authenticator app">
        <TextField
          label="Code"
          hint="The 6 digits that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.field('code')}
        />
        <SubmitOrCancel form={form} busyLabel="Checking" onCancel={onClose}>
          Use this app
        </SubmitOrCancel>
      </Form>
    </div>
  )
}
