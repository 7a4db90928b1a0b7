import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { failureOf } from '../api/failure.ts'
import { trpc } from '../api/trpc.ts'
import { useContractForm } from '../api/use-contract-form.ts'
import { ConfirmDialog } from '../ui/feedback/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { Loading } from '../ui/feedback/skeleton.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'

export interface Reauthentication {
  /** Makes a change. If the server requires reauthentication, asks for it and retries; undefined if the user cancels. */
  readonly run: <Result>(change: () => Promise<Result>) => Promise<Result | undefined>
  /** The dialog; render it outside of any form. */
  readonly dialog: ReactNode
}

/** For changes that require recent authentication. */
export function useReauthentication(): Reauthentication {
  const [question, setQuestion] = useState<{ number: number; resolve?: (proved: boolean) => void }>({ number: 0 })
  const ask = () => new Promise<boolean>((resolve) => setQuestion(({ number }) => ({ number: number + 1, resolve })))
  return {
    run: async (change) => {
      try {
        return await change()
      } catch (error) {
        if (failureOf(error).id !== 'REAUTHENTICATION_REQUIRED') throw error
      }
      const proved = await ask()
      setQuestion(({ number }) => ({ number }))
      return proved ? change() : undefined
    },
    dialog: <ProofDialog key={question.number} resolve={question.resolve} />,
  }
}

const proofForm = z.object({ answer: z.string().min(1, 'Required').max(200) })

function ProofDialog({ resolve }: { resolve: ((proved: boolean) => void) | undefined }) {
  const open = resolve !== undefined
  const signIn = trpc.auth.mySignIn.getSignIn.useQuery(undefined, { enabled: open })
  const prove = trpc.auth.mySignIn.reauthenticate.useMutation()
  const { passkeys = [], authenticator, recoveryCodesLeft = 0 } = signIn.data ?? {}
  const hasFactor = passkeys.length > 0 || Boolean(authenticator)
  const takesAnswer = !hasFactor || Boolean(authenticator) || recoveryCodesLeft > 0
  const form = useContractForm(proofForm, { answer: '' }, async ({ answer }) => {
    await prove.mutateAsync(hasFactor ? { code: answer } : { password: answer })
    resolve?.(true)
  })
  return (
    <ConfirmDialog
      open={open}
      title="Confirm that it is you"
      confirmLabel="Confirm"
      busy={form.busy}
      busyLabel="Confirming"
      onConfirm={form.onSubmit}
      onCancel={() => resolve?.(false)}
    >
      <div className="grid gap-5">
        <p>This protects you if someone else uses your computer.</p>
        {signIn.isPending && <Loading />}
        {passkeys.length > 0 && <PasskeyProof onProved={() => resolve?.(true)} />}
        {signIn.data && takesAnswer && (
          <Form form={form} label="Confirm that it is you">
            {hasFactor ? (
              <TextField
                label={authenticator ? 'Code' : 'Recovery code'}
                hint={authenticator ? 'The 6 digits of your authenticator app, or a recovery code.' : 'Each works once.'}
                autoComplete="one-time-code"
                spellCheck={false}
                {...form.field('answer')}
              />
            ) : (
              <PasswordField label="Password" autoComplete="current-password" {...form.field('answer')} />
            )}
          </Form>
        )}
      </div>
    </ConfirmDialog>
  )
}

function PasskeyProof({ onProved }: { onProved: () => void }) {
  const options = trpc.auth.mySignIn.passkeyOptions.useMutation()
  const prove = trpc.auth.mySignIn.reauthenticate.useMutation()
  return (
    <PasskeyButton
      options={() => options.mutateAsync()}
      give={async (passkey) => {
        await prove.mutateAsync({ passkey })
        onProved()
      }}
      cancelledMessage="The passkey was not used. Try again."
    />
  )
}
