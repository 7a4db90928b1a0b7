import { limits } from '@portico/shared/words/limits'
import { useDeferredValue, useEffect, useState } from 'react'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import type { strengthOf } from './password-strength.ts'

const levels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong']

type Judge = typeof strengthOf

/** Shows the strength of a new password as a bar and in words while it is typed; nothing below the minimum length. */
export function PasswordAdvice({ password, known }: { password: string; known: string }) {
  const judge = useJudge(password !== '')
  const text = useDeferredValue(password)
  const strength = judge && text.length >= limits.passwordMin ? judge(text, [known]) : undefined
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
function useJudge(wanted: boolean): Judge | undefined {
  const [judge, setJudge] = useState<Judge>()
  useEffect(() => {
    if (!wanted) return
    import('./password-strength.ts').then(
      (loaded) => setJudge(() => loaded.strengthOf),
      () => undefined,
    )
  }, [wanted])
  return judge
}
