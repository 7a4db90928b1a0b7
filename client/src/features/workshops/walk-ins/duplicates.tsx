import type { LikelyDuplicate } from '@portico/shared/contract/walk-ins'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'

interface DuplicatesProps {
  duplicates: readonly LikelyDuplicate[]
  busy: boolean
  error: unknown
  onPerson: (person: LikelyDuplicate) => void
  onNobody: () => void
  onBack: () => void
}

const matchWords: Record<LikelyDuplicate['matches'][number], string> = { phone: 'same phone', email: 'same email', name: 'same name' }

/** Lists likely duplicates of a walk-in; a person decides. */
export function Duplicates({ duplicates, busy, error, onPerson, onNobody, onBack }: DuplicatesProps) {
  return (
    <section aria-labelledby="duplicates" className="grid gap-4">
      <h2 id="duplicates" className="text-lg">
        Is it one of them?
      </h2>
      {error !== null && <ErrorBanner error={error} />}
      <ul className="grid gap-2">
        {duplicates.map((person) => (
          <li
            key={person.anonymousId}
            className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-raised px-4 py-3"
          >
            <span className="min-w-0">
              <bdi className="font-bold wrap-anywhere">{person.fullName || 'Name not given'}</bdi>
              <span className="block text-sm text-mute">
                {[
                  `…${person.anonymousId.slice(-4)}`,
                  ...(person.phoneEnd ? [`phone …${person.phoneEnd}`] : []),
                  ...person.matches.map((match) => matchWords[match]),
                ].join(' · ')}
              </span>
            </span>
            <Button kind="secondary" size="small" onClick={() => onPerson(person)}>
              This is the person
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyLabel="Starting" onClick={onNobody}>
          None of them, start a record
        </Button>
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </section>
  )
}
