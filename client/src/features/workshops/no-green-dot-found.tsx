import { Button } from '../../ui/button.tsx'
import { FlagMark } from '../../ui/lists/flag-mark.tsx'
import { notGreen } from './scan-result.tsx'

/**
 * Empty state of a search at check-in, worded like a scan result: respondents who are not green look the same as those who do not exist.
 */
export function NoGreenDotFound({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <div role="status" className="grid justify-items-center gap-4 rounded-md border-2 border-stop bg-stop-soft px-6 py-10 text-center">
      <FlagMark flag="red" size={56} wordHidden />
      <p className="text-2xl leading-tight font-bold text-balance">{notGreen}</p>
      <p className="max-w-prose wrap-anywhere">{`No green dot here matches “${query}”. Check the spelling, or try the ID or digits of the phone number.`}</p>
      <Button kind="secondary" size="small" onClick={onClear}>
        Show everyone
      </Button>
    </div>
  )
}
