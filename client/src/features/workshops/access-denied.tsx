import { failures } from '@portico/shared/words/failures'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Shown instead of a list that the user has no access to, with what to do about it. */
export function AccessDenied({ text }: { text: string }) {
  const isVolunteer = text === failures.VOLUNTEER_CANT_ACCESS_WORKSHOP
  return <EmptyState text={text} action={isVolunteer && <p>Ask the person who invited you: an admin can give you access.</p>} />
}
