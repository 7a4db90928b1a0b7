import { authenticatorCode } from '@portico/shared/contract/sign-in'
import type { Profile } from '@portico/shared/contract/auth'
import { secondFactorMethods, type SecondFactorMethod } from '@portico/shared/words/second-factors'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { session } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Page } from '../../layout/page.tsx'
import { PasskeyButton } from '../../layout/passkey-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** A sign-in that awaits its second step. */
export interface WaitingSignIn {
  readonly challenge: string
  readonly methods: readonly SecondFactorMethod[]
}

/** Returns the second step that a refused sign-in asks for, or undefined if it was refused for another reason. */
export function secondStepIn(error: unknown): WaitingSignIn | undefined {
  const { id, details } = failureOf(error)
  const { challenge, methods } = details
  if (id !== 'SECOND_FACTOR_REQUIRED' || typeof challenge !== 'string' || !Array.isArray(methods)) return undefined
  return { challenge, methods: secondFactorMethods.filter((method) => methods.includes(method)) }
}

interface SecondStepProps {
  waiting: WaitingSignIn
  onSignedIn: (profile: Profile) => void
  /** Returns to the password form; `why` is given when the challenge has expired. */
  onBack: (why?: string) => void
}

/** The second step of a sign-in: a code or a passkey. */
export function SecondStep({ waiting, onSignedIn, onBack }: SecondStepProps) {
  const { methods } = waiting
  const codeKinds = methods.filter((method) => method !== 'passkey')
  const [kind, setKind] = useState(codeKinds[0])
  const other = codeKinds.find((candidate) => candidate !== kind)
  const refused = (error: unknown) => {
    const { id, message } = failureOf(error)
    if (id !== 'CHALLENGE_EXPIRED') throw error
    onBack(message)
  }
  return (
    <Page title="Confirm that it is you" width="narrow" subtitle="Your account requires a second step.">
      {methods.includes('passkey') && <PasskeyStep waiting={waiting} onSignedIn={onSignedIn} refused={refused} />}
      {kind && <CodeForm key={kind} kind={kind} challenge={waiting.challenge} onSignedIn={onSignedIn} refused={refused} />}
      <div className="-ms-4 flex flex-wrap">
        {other && (
          <Button kind="quiet" size="small" onClick={() => setKind(other)}>
            {other === 'recovery-code' ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => onBack()}>
          Back to sign-in
        </Button>
      </div>
    </Page>
  )
}

interface StepProps {
  onSignedIn: (profile: Profile) => void
  /** Handles an expired challenge and rethrows every other error. */
  refused: (error: unknown) => void
}

function PasskeyStep({ waiting, onSignedIn, refused }: StepProps & { waiting: WaitingSignIn }) {
  const { challenge } = waiting
  const options = trpc.auth.login.passkeyOptions.useMutation()
  return (
    <PasskeyButton
      options={() => options.mutateAsync({ challenge })}
      give={async (passkey) => {
        try {
          onSignedIn(await session.signInWithSecondFactor({ challenge, passkey }))
        } catch (error) {
          refused(error)
        }
      }}
      cancelledMessage="The passkey was not used. Try again, or choose another method."
    />
  )
}

const codeFields = {
  authenticator: {
    label: 'Code',
    hint: 'The 6 digits your authenticator app shows now.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  'recovery-code': {
    label: 'Recovery code',
    hint: 'One of the codes you saved. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const

interface CodeFormProps extends StepProps {
  kind: keyof typeof codeFields
  challenge: string
}

function CodeForm({ kind, challenge, onSignedIn, refused }: CodeFormProps) {
  const form = useContractForm(
    authenticatorCode,
    { code: '' },
    async ({ code }) => {
      try {
        onSignedIn(await session.signInWithSecondFactor({ challenge, code }))
      } catch (error) {
        refused(error)
      }
    },
    ({ id, message }) => (id === 'WRONG_SECOND_FACTOR' ? { field: 'code', message } : undefined),
  )
  const box = useRef<HTMLDivElement>(null)
  // The code is the only input here, and the password field that had focus is gone.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box}>
      <Form form={form} label="Second step">
        <TextField autoCapitalize="characters" spellCheck={false} {...codeFields[kind]} {...form.field('code')} />
        <div className="grid sm:justify-start">
          <Button type="submit" busy={form.busy} busyLabel="Confirming">
            Confirm
          </Button>
        </div>
      </Form>
    </div>
  )
}
