import type { Overview } from '@portico/shared/contract/overview'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { localDate } from '../../../words/local-date.tsx'

export interface Bar {
  name: string
  respondents: number
}

const shownAtFirst = 5

/** A bar chart that is also a table, for screen readers. The largest values come first. */
export function BarChart({ title, unit, bars }: { title: string; unit: string; bars: readonly Bar[] }) {
  const [all, setAll] = useState(false)
  const most = Math.max(...bars.map((bar) => bar.respondents), 1)
  const shown = all ? bars : bars.slice(0, shownAtFirst)
  return (
    <div className="grid content-start gap-2">
      <table className="w-full text-sm">
        <caption className="pb-2 text-start text-base font-bold">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{unit}</th>
            <th scope="col">Respondents</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((bar) => (
            <tr key={bar.name}>
              <th scope="row" className="w-2/5 py-1 pe-3 text-start font-normal wrap-anywhere">
                {bar.name}
              </th>
              <td className="py-1">
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden="true"
                    className="bordered-when-forced h-4 min-w-0.5 rounded-e-sm bg-ink"
                    style={{ inlineSize: `calc((100% - 3rem) * ${bar.respondents / most})` }}
                  />
                  <span className="tabular">{bar.respondents.toLocaleString('en')}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {bars.length > shownAtFirst && (
        <div className="-ms-4">
          <Button kind="quiet" size="small" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Show fewer' : `Show ${bars.length - shownAtFirst} more`}
          </Button>
        </div>
      )}
    </div>
  )
}

const width = 320
const height = 120
const daysShown = 60

/** Column chart of responses per day, with gaps for days without any. The same figures are available as a table. */
export function DayChart({ days }: { days: Overview['byDay'] }) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const line = everyDay(days).slice(-daysShown)
  const most = Math.max(...line.map((day) => day.respondents), 1)
  const step = width / Math.max(line.length, 14)
  const [first, last] = [line[0], line.at(-1)]
  return (
    <div className="grid content-start gap-2">
      <h2 id={id} className="text-base">
        By day
      </h2>
      {asTable ? (
        <DayTable days={days} labelledBy={id} />
      ) : (
        <figure className="grid max-w-96 gap-1">
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary(days)} className="w-full text-ink">
            <path d={`M0 ${height - 0.5}H${width}`} className="stroke-edge" />
            {line.map(({ day, respondents }, index) => {
              const tall = (respondents / most) * (height - 18)
              return (
                <g key={day}>
                  <rect x={index * step + step * 0.12} y={height - tall} width={step * 0.76} height={tall} rx="2" fill="currentColor">
                    <title>{`${localDate(day, 'en')}: ${respondents}`}</title>
                  </rect>
                  {line.length <= 14 && respondents > 0 && (
                    <text x={index * step + step / 2} y={height - tall - 5} textAnchor="middle" fontSize="11" fill="currentColor">
                      {respondents}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
          {first && last && (
            <figcaption
              className="flex justify-between text-sm text-mute"
              style={{ minInlineSize: '60%', inlineSize: `${((step * line.length) / width) * 100}%` }}
            >
              <span>{localDate(first.day, 'en')}</span>
              {last.day !== first.day && <span>{localDate(last.day, 'en')}</span>}
            </figcaption>
          )}
        </figure>
      )}
      <div className="-ms-4">
        <Button kind="quiet" size="small" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      </div>
    </div>
  )
}

function DayTable({ days, labelledBy }: { days: Overview['byDay']; labelledBy: string }) {
  return (
    <div className="max-h-56 overflow-y-auto" tabIndex={0} role="region" aria-labelledby={labelledBy}>
      <table className="tabular w-full text-sm" aria-labelledby={labelledBy}>
        <thead>
          <tr className="text-mute">
            <th scope="col" className="text-start font-medium">
              Day
            </th>
            <th scope="col" className="text-end font-medium">
              Respondents
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, respondents }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {localDate(day, 'en')}
              </th>
              <td className="py-1 text-end">{respondents}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function summary(days: Overview['byDay']): string {
  const top = days.reduce<Overview['byDay'][number] | undefined>(
    (best, day) => (best && best.respondents >= day.respondents ? best : day),
    undefined,
  )
  return top ? `Responses on ${days.length} days; the most, ${top.respondents}, on ${localDate(top.day, 'en')}` : 'No responses'
}

const dayMs = 24 * 60 * 60 * 1000

/** Fills the gaps from the first day to the last. Days are YYYY-MM-DD. */
export function everyDay(days: Overview['byDay']): Overview['byDay'] {
  const counts = new Map(days.map(({ day, respondents }) => [day, respondents]))
  const [from, to] = [Date.parse(days[0]?.day ?? ''), Date.parse(days.at(-1)?.day ?? '')]
  const count = Number.isNaN(from) || Number.isNaN(to) ? 0 : Math.round((to - from) / dayMs) + 1
  return Array.from({ length: Math.min(count, 3_660) }, (_, index) => {
    const day = new Date(to - (Math.min(count, 3_660) - 1 - index) * dayMs).toISOString().slice(0, 10)
    return { day, respondents: counts.get(day) ?? 0 }
  })
}
