import type { MySignIn } from '@portico/shared/contract/sign-in'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { focusOnce } from '../../../ui/feedback/focus-once.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { useSignInChange } from './use-sign-in-change.ts'

const fewCodes = 3

interface RecoveryCodesProps {
  signIn: MySignIn
  /** New codes, which are shown only once. */
  codes: readonly string[]
  onCodes: (codes: readonly string[]) => void
}

/** Shows how many recovery codes are left, creates new ones, and shows those until they are dismissed. */
export function RecoveryCodes({ signIn: { recoveryCodesLeft, passkeys, authenticator }, codes, onCodes }: RecoveryCodesProps) {
  const by = useSignInChange()
  const create = trpc.auth.mySignIn.createRecoveryCodes.useMutation()
  const [asking, setAsking] = useState(false)
  const replace = async () => {
    setAsking(false)
    const made = await by.change(() => create.mutateAsync())
    if (made) onCodes(made.recoveryCodes)
  }
  if (passkeys.length === 0 && !authenticator) return null
  return (
    <SignInSection
      title="Recovery codes"
      text="For when your devices are lost or broken. Each code works once, after your password."
      by={by}
    >
      {codes.length > 0 && <NewCodes codes={codes} onSaved={() => onCodes([])} />}
      <p className={`flex items-center gap-2 ${recoveryCodesLeft <= fewCodes ? 'font-medium text-wait' : ''}`}>
        {recoveryCodesLeft <= fewCodes && <Icon name="warning" />}
        {recoveryCodesLeft === 1 ? '1 code is left.' : `${recoveryCodesLeft} codes are left.`}
      </p>
      <div>
        <Button kind="secondary" size="small" busy={by.busy} onClick={() => setAsking(true)}>
          Create new codes
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Create new recovery codes?"
        confirmLabel="Create new codes"
        onConfirm={() => void replace()}
        onCancel={() => setAsking(false)}
      >
        Your current codes stop working.
      </ConfirmDialog>
    </SignInSection>
  )
}

function NewCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <div ref={focusOnce} tabIndex={-1} className="grid gap-4 rounded-md border-s-4 border-wait bg-wait-soft p-4 sm:p-6">
      <p className="font-bold">Write these codes down or print them now. They are not shown again.</p>
      <ul aria-label="Your recovery codes" className="grid gap-x-8 gap-y-1 text-lg sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label="Copy the codes" />
        <Button size="small" onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
