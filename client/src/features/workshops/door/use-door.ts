import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { cacheDoorPage } from '../../../api/page-cache.ts'
import { session, useSession } from '../../../api/session/session.ts'
import { trpc } from '../../../api/trpc.ts'
import { Door, type DoorState } from './door.ts'
import { openDoorStorage } from './door-storage.ts'

const refreshIntervalMs = 15_000

/**
 * The door of a workshop on this device; without a name, the one that the device holds. Sends waiting events and reloads the list
 * immediately, when the network or the user returns, and every 15 s.
 */
export function useDoor(workshopName: string | undefined): { door: Door; state: DoorState; refresh: () => Promise<void> } {
  const { client } = trpc.useUtils()
  const { profile } = useSession()
  const [door] = useState(
    () =>
      new Door(openDoorStorage(), {
        currentAccountId: () => session.state().profile?.id,
        list: (name) => client.workshops.getDoorList.query({ name }),
        sync: (input) => client.workshops.syncCheckIns.mutate(input),
      }),
  )
  const opened = profile && workshopName !== undefined ? { account: { id: profile.id, name: profile.name }, workshopName } : undefined
  const begin = useEffectEvent(() => (opened ? door.open(opened) : door.reopen(profile?.id)))
  // Without a session, first find out whether it can be resumed.
  const refresh = async () => {
    await door.hideIfExpired()
    if (opened) await door.refresh(opened)
    else if (!profile) await session.refresh()
  }
  const renew = useEffectEvent(() => void refresh())
  const accountId = profile?.id
  const state = useSyncExternalStore(door.subscribe, door.state, door.state)
  const { stored } = state
  const endsAt = stored?.endsAt
  useEffect(() => {
    if (endsAt === undefined) return undefined
    const timer = setTimeout(() => void door.hideIfExpired(), endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [door, endsAt])
  useEffect(() => {
    void begin()
    void cacheDoorPage()
    const leaving = new AbortController()
    for (const event of ['online', 'focus']) addEventListener(event, () => renew(), { signal: leaving.signal })
    const timer = setInterval(() => renew(), refreshIntervalMs)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [door, workshopName, accountId])
  // Never show what another user left here, not even until the current list has loaded.
  const isForeign = profile !== undefined && stored !== undefined && stored.account.id !== profile.id
  return { door, state: isForeign ? { ...state, stored: undefined, setAside: [] } : state, refresh }
}
