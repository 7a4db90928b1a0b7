import { usePasskeyPrompt, type PasskeyPrompt } from '../api/session/use-passkey-prompt.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { Button } from '../ui/button.tsx'

/** Asks for a passkey of an account that is already identified, and explains failures. */
export function PasskeyButton(prompt: PasskeyPrompt) {
  const { ask, busy, problem } = usePasskeyPrompt(prompt)
  return (
    <div className="grid gap-4">
      {problem && <Banner kind="error">{problem}</Banner>}
      <Button wide busy={busy} busyLabel="Waiting for your device" onClick={ask}>
        Use your passkey
      </Button>
    </div>
  )
}
