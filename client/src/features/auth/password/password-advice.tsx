import { limits } from '@portico/shared/words/limits'
import { useDeferredValue, useEffect, useState } from 'react'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import type { strengthOf } from './password-strength.ts'

const levels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong']

type Judge = typeof strengthOf

/** How strong a new password is, as a bar and in words, while it is typed; nothing before it has its 8 characters. */
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

// Its dictionary is large: it is fetched when someone begins to type. Without it, the server judges alone.
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
