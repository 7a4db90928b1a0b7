import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Door, DoorState } from './door.ts'
import type { SetAside, StoredDoor } from './stored-door.ts'
import { conflictText } from './door-actions.ts'

/** Shows whether the device is offline and how many events are unsent. */
export function Unsent({ stored, reachable }: Pick<DoorState, 'reachable'> & { stored: StoredDoor }) {
  const waiting = stored.waiting.length
  const state = [reachable ? '' : 'Offline', waiting > 0 ? `${waiting} waiting` : ''].filter(Boolean).join(', ')
  return (
    <p role="status" className={`basis-full rounded-md text-sm font-bold ${state ? 'bg-wait-soft px-3 py-1.5 text-wait' : ''}`}>
      {state}
    </p>
  )
}

/** Says what this device keeps of workshops to which the access ended before everything was sent, and how to get it sent. */
export function SetAsideNotice({ setAside }: { setAside: readonly SetAside[] }) {
  return setAside.map(({ workshop: { name, title }, waiting }) => (
    <Banner key={name} kind="warning">
      <p className="font-bold">
        {waiting.length === 1 ? '1 change at ' : `${waiting.length} changes at `}
        <bdi>{`“${title}”`}</bdi>
        {waiting.length === 1 ? ' was not sent before your access ended.' : ' were not sent before your access ended.'}
      </p>
      <p>This device keeps it while you stay signed in. Ask an admin for access, then open the workshop here again.</p>
    </Banner>
  ))
}

/** Lists conflicts with what the screen had shown, until someone dismisses them. */
export function Conflicts({ door, stored: { list, conflicts } }: { door: Door; stored: StoredDoor }) {
  if (conflicts.length === 0) return null
  const names = new Map(list.people.map(({ anonymousId, fullName }) => [anonymousId, fullName]))
  return (
    <Banner
      kind="warning"
      action={
        <Button kind="secondary" size="small" onClick={() => void door.dismiss(conflicts.map(({ eventId }) => eventId))}>
          Done
        </Button>
      }
    >
      <p className="font-bold">{conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`}</p>
      <ul tabIndex={0} aria-label="Conflicts" className="max-h-28 overflow-y-auto">
        {conflicts.map((conflict) => (
          <li key={conflict.eventId}>{conflictText(conflict, names.get(conflict.anonymousId) ?? '')}</li>
        ))}
      </ul>
    </Banner>
  )
}
