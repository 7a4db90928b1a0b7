import type { Figures } from '@portico/shared/contract/overview'
import { respondentFlags } from '@portico/shared/words/flags'
import { limits } from '@portico/shared/words/limits'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { localDate } from '../../../words/local-date.tsx'

/** Shows responses per week by current flag, newest week first. */
export function WeekTable({ weeks }: { weeks: Figures['byWeek'] }) {
  const flags = respondentFlags.filter((flag) => weeks.some(({ byFlag }) => byFlag.some((group) => group.flag === flag)))
  return (
    <div className="grid max-w-prose content-start gap-2">
      <h2 id="week-figures" className="text-base">
        By week
      </h2>
      <div className="max-h-56 overflow-auto" tabIndex={0} role="region" aria-labelledby="week-figures">
        <table className="tabular w-full text-sm" aria-labelledby="week-figures">
          <thead>
            <tr className="text-mute">
              <th scope="col" className="text-start font-medium">
                Week from
              </th>
              <th scope="col" className="text-end font-medium">
                All
              </th>
              {flags.map((flag) => (
                <th key={flag} scope="col" className="ps-4">
                  <span className="flex justify-end">
                    <FlagMark flag={flag} size={16} wordHidden />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ week, respondents, byFlag }) => (
              <tr key={week} className="border-t border-line">
                <th scope="row" className="py-1 text-start font-normal whitespace-nowrap">
                  {localDate(week, 'en')}
                </th>
                <td className="py-1 text-end">{respondents.toLocaleString('en')}</td>
                {flags.map((flag) => (
                  <td key={flag} className="py-1 text-end">
                    {byFlag.find((group) => group.flag === flag)?.respondents.toLocaleString('en') ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-mute">{`Weeks of fewer than ${limits.smallestGroup} are left out; – stands for fewer than ${limits.smallestGroup} of a flag.`}</p>
    </div>
  )
}
