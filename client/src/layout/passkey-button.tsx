import { usePasskeyPrompt, type PasskeyPrompt } from '../api/session/use-passkey-prompt.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { Button } from '../ui/button.tsx'

/** Asks the device for a passkey of the person who is known already, and says why it came to nothing. */
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
