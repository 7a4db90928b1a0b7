import type { DoorPerson } from '@portico/shared/contract/door'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { PageLoading } from '../../../layout/page-loading.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useUrlPart } from '../../../ui/lists/url-state.ts'
import { labelSheets } from './label-sheets.ts'
import { NameLabels } from './name-labels.tsx'
import { PaperDoorList } from './paper-door-list.tsx'
import { Poster } from './poster.tsx'
import './print-day.css'

const kinds = [
  { value: 'labels', label: 'Name labels' },
  { value: 'list', label: 'Door list' },
  { value: 'poster', label: 'Poster for self check-in' },
]

/** Printouts for a workshop, printed from the browser: name labels, a door list, and the poster. */
export function PrintPanel({ workshopName }: { workshopName: string }) {
  const door = trpc.workshops.getDoorList.useQuery({ name: workshopName })
  const [kind = 'labels', setKind] = useUrlPart('print')
  const [sheetId, setSheetId] = useUrlPart('sheet')
  const sheet = labelSheets.find(({ id }) => id === sheetId) ?? labelSheets[0]
  if (door.error) return <ErrorBanner error={door.error} retry={() => void door.refetch()} />
  if (!door.data) return <PageLoading />
  const people = byName(door.data.people)
  const welcome = people.filter(({ green }) => green)
  const nobody = kind !== 'poster' && (kind === 'labels' ? welcome : people).length === 0
  return (
    <>
      <div className="no-print grid max-w-prose gap-4">
        <Select label="What to print" choices={kinds} value={kind} onChange={(event) => setKind(event.target.value)} />
        {kind === 'labels' && (
          <Select
            label="Labels"
            hint="Print at 100 %, with the browser’s margins switched off."
            choices={labelSheets.map(({ id, label }) => ({ value: id, label }))}
            value={sheet.id}
            onChange={(event) => setSheetId(event.target.value)}
          />
        )}
        <div>
          <Button disabledReason={nobody ? 'There is nobody to print' : undefined} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      {nobody && <EmptyState text="Nobody is here to print yet." />}
      {kind === 'labels' && <NameLabels people={welcome} sheet={sheet} />}
      {kind === 'list' && !nobody && <PaperDoorList workshop={door.data.workshop} people={people} />}
      {kind === 'poster' && <Poster workshop={door.data.workshop} />}
    </>
  )
}

function byName(people: readonly DoorPerson[]): DoorPerson[] {
  const order = new Intl.Collator('en', { sensitivity: 'base' })
  return people.toSorted((one, other) => order.compare(one.fullName, other.fullName))
}
