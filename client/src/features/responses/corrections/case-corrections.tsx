import type { AnswerInfo } from '@portico/shared/contract/responses'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../layout/loading/lazy-part.ts'
import { PartUnreachable } from '../../../layout/loading/part-unreachable.tsx'
import { Button } from '../../../ui/button.tsx'
import { SkeletonBox } from '../../../ui/feedback/skeleton.tsx'
import { useCase } from '../review/case-context.ts'

const CorrectionForm = lazyPart(async () => (await import('./correction-form.tsx')).CorrectionForm, PartUnreachable)
const MoveForm = lazyPart(async () => (await import('./move-form.tsx')).MoveForm, PartUnreachable)
const MergeForm = lazyPart(async () => (await import('./merge-form.tsx')).MergeForm, PartUnreachable)
const WithdrawForm = lazyPart(async () => (await import('./withdraw-form.tsx')).WithdrawForm, PartUnreachable)

const forms = {
  correct: ['Correct an answer or the contact data', CorrectionForm],
  move: ['Move to another workshop', MoveForm],
  merge: ['Merge with another case', MergeForm],
  withdraw: ['Withdraw the case', WithdrawForm],
} as const
type FormName = keyof typeof forms

export interface CorrectionFormProps {
  readonly info: AnswerInfo
  readonly onDone: () => void
}

/** Corrections to a case other than decisions (shared/spec/contract.md#corrections); never shown at check-in. */
export function CaseCorrections({ info }: { info: AnswerInfo }) {
  const { scope, locked } = useCase()
  const [open, setOpen] = useState<FormName>()
  const names: readonly FormName[] = scope === 'everyone' ? ['correct', 'move', 'merge', 'withdraw'] : ['correct', 'withdraw']
  const Form = open && forms[open][1]
  return (
    <section className="no-print grid gap-4" aria-labelledby="corrections">
      <h2 id="corrections" className="text-lg">
        Corrections
      </h2>
      <div className="flex flex-wrap gap-3">
        {names.map((name) => (
          <Button
            key={name}
            kind="secondary"
            size="small"
            aria-expanded={open === name}
            disabledReason={locked}
            onClick={() => setOpen(open === name ? undefined : name)}
          >
            {forms[name][0]}
          </Button>
        ))}
      </div>
      {Form && (
        <div className="max-w-prose">
          <Suspense fallback={<SkeletonBox height={160} />}>
            <Form key={open} info={info} onDone={() => setOpen(undefined)} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
