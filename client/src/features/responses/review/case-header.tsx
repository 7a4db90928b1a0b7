import { Link } from 'wouter'
import { paths } from '../../../paths.ts'
import { redAnswersText } from './decisions/decision-preview.ts'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useCase } from './case-context.ts'

interface CaseHeaderProps {
  find: string
  onFind: (find: string) => void
}

/** Sticky header with the respondent's identity, the state of the case, and a search through the answers. */
export function CaseHeader({ find, onFind }: CaseHeaderProps) {
  const { scope, entry } = useCase()
  const { fullName, anonymousId } = entry.respondent
  return (
    <div className="no-print sticky top-0 z-10 -mx-1 flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-edge bg-paper px-1 py-2 max-[60rem]:bg-raised">
      <p className="min-w-0 grow text-lg leading-tight font-bold wrap-anywhere">
        <bdi>{fullName || 'Name not given'}</bdi>
        <span className="ms-3 text-sm font-normal whitespace-nowrap text-mute max-[40rem]:hidden" translate="no">
          {anonymousId}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 font-medium">
        <FlagMark flag={entry.flag.current} />
        <span className="text-sm font-normal text-mute max-[40rem]:hidden">{redAnswersText(entry.flag.currentRedFlagAnswerCount)}</span>
      </p>
      {scope !== 'green-dots' && (
        <Link href={paths.printCase(scope, anonymousId)} className="link text-sm max-[60rem]:hidden">
          Print view
        </Link>
      )}
      <label className="relative w-56 max-[40rem]:w-full">
        <span className="sr-only">Find in this case</span>
        <span className="pointer-events-none absolute inset-y-0 start-2.5 grid place-items-center text-mute">
          <Icon name="search" />
        </span>
        <input
          type="search"
          data-find
          value={find}
          maxLength={100}
          placeholder="Find in this case"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onFind(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onFind('')
            event.currentTarget.blur()
          }}
          className="min-h-10 w-full rounded-md border-[1.5px] border-edge bg-raised ps-9 pe-2 text-sm"
        />
      </label>
    </div>
  )
}
