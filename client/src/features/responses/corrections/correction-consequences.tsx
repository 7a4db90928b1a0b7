import type { CorrectionPreview } from '@portico/shared/contract/corrections'
import { unformatted } from '@portico/shared/words/formatted-text'
import { chosenIn } from '@portico/shared/words/question-types'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { redAnswersText } from '../review/decisions/decision-preview.ts'
import type { TwoLanguages } from '../use-question-texts.ts'

/** Shows what a correction changes and its consequences before it is saved, in particular for the invitation. */
export function CorrectionConsequences({ preview, name, texts }: { preview: CorrectionPreview; name: string; texts: TwoLanguages }) {
  const { changes, flagBefore, flagAfter, redAnswersAfter } = preview
  return (
    <div className="grid gap-3">
      <ul className="grid gap-2">
        {changes.map(({ identifier, before, after, flagBefore: was, flagAfter: is }) => (
          <li key={identifier} className="grid gap-0.5">
            <span className="font-medium">{unformatted(texts.mine(identifier)?.questionText ?? identifier)}</span>
            <span className="flex flex-wrap items-center gap-x-2">
              <del className="text-mute">{readable(texts, identifier, before)}</del>
              <Icon name="arrow-next" label="becomes" size={16} />
              <ins className="no-underline">{readable(texts, identifier, after)}</ins>
              {is && was !== is && <FlagMark flag={is} size={16} />}
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        {`${name}:`}
        <FlagMark flag={flagBefore} />
        {flagBefore === flagAfter ? (
          'stays'
        ) : (
          <>
            <Icon name="arrow-next" label="becomes" />
            <FlagMark flag={flagAfter} />
          </>
        )}
        <span className="font-normal text-mute">{redAnswersText(redAnswersAfter)}</span>
      </p>
      {preview.forceTakenBack && <p>The decision that they are green no longer counts, because an answer is red.</p>}
      {preview.leavesAgency && <p>The case leaves its agency and waits with the admins: the answers may not be shared.</p>}
      <p>{messages[preview.invitation]}</p>
    </div>
  )
}

const messages: Readonly<Record<CorrectionPreview['invitation'], string>> = {
  none: 'No message goes out.',
  'goes-out': 'The invitation goes out by email, 12 seconds after saving.',
  'goes-out-as-text': 'The invitation goes out as a text message, 12 seconds after saving, but not at night.',
  'sent-before': 'They were invited before; nothing more is sent.',
  'invited-before': 'They were invited, and are not welcome any more. Nothing is sent: telephone them.',
}

function readable(texts: TwoLanguages, identifier: string, value: string): string {
  if (value === '') return 'No answer'
  const question = texts.mine(identifier)
  const labels = (question ? chosenIn(question.questionType, value) : [value]).map(
    (one) => question?.options?.find((option) => option.value === one)?.label ?? one,
  )
  return labels.length > 0 ? labels.map(unformatted).join(', ') : value
}
