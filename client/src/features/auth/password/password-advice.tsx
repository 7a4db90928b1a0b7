import { limits } from '@portico/shared/words/limits'
import { useDeferredValue, useEffect, useState } from 'react'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import type { strengthOf } from './password-strength.ts'

const levels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong']

type RateStrength = typeof strengthOf

/** Shows the strength of a new password as a bar and in words while it is typed; nothing below the minimum length. */
export function PasswordAdvice({ password, known }: { password: string; known: string }) {
  const rateStrength = useRateStrength(password !== '')
  const text = useDeferredValue(password)
  const strength = rateStrength && text.length >= limits.passwordMin ? rateStrength(text, [known]) : undefined
  return (
    <div role="status" className="grid gap-1 empty:hidden">
      {strength && (
        <>
          <ProgressBar value={strength.score + 1} max={levels.length} text={`Strength: ${levels[strength.score] ?? ''}`} />
          {strength.advice && <p className="text-sm">{strength.advice}</p>}
        </>
      )}
    </div>
  )
}

// The dictionary is large, so it is loaded when typing begins. If that fails, only the server checks the password.
function useRateStrength(wanted: boolean): RateStrength | undefined {
  const [rateStrength, setRateStrength] = useState<RateStrength>()
  useEffect(() => {
    if (!wanted) return
    import('./password-strength.ts').then(
      (loaded) => setRateStrength(() => loaded.strengthOf),
      () => undefined,
    )
  }, [wanted])
  return rateStrength
}
