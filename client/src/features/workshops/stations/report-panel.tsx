import type { DayPerson, DayReport } from '@portico/shared/contract/stations'
import { dayCsv, dayGroup, dayGroups, lastSeen, stationMinutes, type DayGroup } from '@portico/shared/rules/day-report'
import type { Minutes } from '@portico/shared/rules/stations'
import { languageOf } from '@portico/shared/words/languages'
import { stationWords } from '@portico/shared/words/stations'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { saveText } from '../../../ui/media/save-blob.ts'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { PageLoading } from '../../../layout/page-loading.tsx'
import { Button } from '../../../ui/button.tsx'
import { clockTime } from '../check-in-calls.ts'

interface Opened {
  readonly title: string
  readonly people: readonly DayPerson[]
}
type Open = (opened: Opened) => void

/**
 * Report after the day: who was invited, who came, where they left, and how long it took; each figure opens the people it counts
 * (shared/spec/contract.md#stations).
 */
export function ReportPanel({ workshopName }: { workshopName: string }) {
  const report = trpc.workshops.getDayReport.useQuery({ name: workshopName })
  const [opened, setOpened] = useState<Opened>()
  if (report.error) return <ErrorBanner error={report.error} retry={() => void report.refetch()} />
  if (!report.data) return <PageLoading />
  const { people } = report.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <p className="text-mute">Minutes are the median, then the longest.</p>
      <GroupTable title="The day" groups={[dayGroup('Everybody', people)]} onOpen={setOpened} />
      <GroupTable
        title="By language"
        groups={dayGroups(people, ({ language }) => languageOf(language)?.englishName ?? language)}
        onOpen={setOpened}
      />
      <GroupTable
        title="By lane"
        groups={dayGroups(people, ({ lane }) => (lane === 'fast' ? 'Fast lane' : 'Normal lane'))}
        onOpen={setOpened}
      />
      <StationTables report={report.data} now={report.dataUpdatedAt} onOpen={setOpened} />
      <div>
        <Button kind="secondary" size="small" onClick={() => saveText(dayCsv(report.data), `${workshopName}-day.csv`)}>
          Export
        </Button>
      </div>
      {opened && <PeopleList key={opened.title} opened={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

function GroupTable({ title, groups, onOpen }: { title: string; groups: readonly DayGroup[]; onOpen: Open }) {
  return (
    <Figures title={title} headers={['Invited', 'Came', 'Left', 'Minutes']}>
      {groups.map(({ name, invited, came, left, median, longest }) => (
        <tr key={name} className="border-b border-line">
          <RowName name={name} />
          <Figure title={`${name}: invited`} people={invited} onOpen={onOpen} />
          <Figure title={`${name}: came`} people={came} onOpen={onOpen} />
          <Figure title={`${name}: left`} people={left} onOpen={onOpen} />
          <MinutesCell median={median} longest={longest} />
        </tr>
      ))}
    </Figures>
  )
}

function StationTables({ report, now, onOpen }: { report: DayReport; now: number; onOpen: Open }) {
  if (report.stations.length === 0) return null
  return (
    <>
      <Figures title="Where people were last" headers={['Left from there', 'Nobody noted that they left']}>
        {lastSeen(report).map(({ station, left, notLeft }) => {
          const name = station ? stationWords[station] : 'No station'
          return (
            <tr key={name} className="border-b border-line">
              <RowName name={name} />
              <Figure title={`Left from ${name}`} people={left} onOpen={onOpen} />
              <Figure title={`Last seen at ${name}`} people={notLeft} onOpen={onOpen} />
            </tr>
          )
        })}
      </Figures>
      <Figures title="Stations" headers={['Were there', 'Minutes']}>
        {stationMinutes(report, now).map(({ station, people, median, longest }) => (
          <tr key={station} className="border-b border-line">
            <RowName name={stationWords[station]} />
            <Figure title={`Were at ${stationWords[station]}`} people={people} onOpen={onOpen} />
            <MinutesCell median={median} longest={longest} />
          </tr>
        ))}
      </Figures>
    </>
  )
}

function Figures({ title, headers, children }: { title: string; headers: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full max-w-prose border-collapse">
      <caption className="pb-1 text-start text-lg font-bold">{title}</caption>
      <thead>
        <tr className="border-b border-edge text-xs text-mute sm:text-sm">
          <th scope="col" className="sr-only">
            Of whom
          </th>
          {headers.map((header) => (
            <th key={header} scope="col" className="py-1 ps-1 text-end align-bottom font-normal">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function RowName({ name }: { name: string }) {
  return (
    <th scope="row" className="py-1 pe-1 text-start font-bold wrap-break-word">
      {name}
    </th>
  )
}

function Figure({ title, people, onOpen }: Opened & { onOpen: Open }) {
  return (
    <td className="text-end">
      <button
        type="button"
        aria-label={`${title}, ${people.length}`}
        onClick={() => onOpen({ title, people })}
        className="link min-h-10 min-w-8 cursor-pointer px-1 tabular-nums sm:min-w-9"
      >
        {people.length}
      </button>
    </td>
  )
}

/** The median, followed by the maximum. */
function MinutesCell({ median, longest }: Minutes) {
  return <td className="py-1 ps-1 text-end whitespace-nowrap tabular-nums">{`${median ?? '–'} / ${longest ?? '–'}`}</td>
}

function PeopleList({ opened: { title, people }, onClose }: { opened: Opened; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="opened" className="grid max-w-prose gap-2 rounded-md border-2 border-ink bg-raised px-4 py-4">
      <h2 id="opened" ref={heading} tabIndex={-1} className="text-lg">
        {`${title}, ${people.length}`}
      </h2>
      <ul>
        {people.map(({ anonymousId, fullName, language, checkedInAt, leftAt }) => (
          <li key={anonymousId} className="border-b border-line py-1.5">
            <bdi className="font-bold wrap-anywhere">{fullName || 'Name not given'}</bdi>
            <span className="block text-sm text-mute">
              <span translate="no">{anonymousId}</span>
              {[
                '',
                languageOf(language)?.englishName ?? language,
                ...(checkedInAt ? [`came ${clockTime(checkedInAt)}`] : []),
                ...(leftAt ? [`left ${clockTime(leftAt)}`] : []),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button kind="secondary" size="small" onClick={onClose}>
          Close the list
        </Button>
      </div>
    </section>
  )
}
