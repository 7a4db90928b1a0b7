import type { ContactLog } from '@portico/shared/contract/cases'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { SkeletonLine } from '../../../ui/feedback/skeleton.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { useCase } from '../review/case-context.ts'
import { callText } from './call-text.ts'
import { CallForm } from './call-form.tsx'
import { SendAgain } from './send-again.tsx'

/** What reached a respondent and what did not: invitations, telephone calls, and what staff can do about it (shared/spec/contract.md#contact). */
export function ContactSection({ entry }: { entry: RespondentEntry }) {
  const { anonymousId } = entry.respondent
  // Of a case that went away, the case itself says so.
  const { notable } = useCase()
  const log = trpc.agency.getContactLog.useQuery({ respondent: { anonymousId } })
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-bold">Messages and calls</h3>
      {log.error && notable && <ErrorBanner error={log.error} retry={() => void log.refetch()} />}
      {log.isPending && <SkeletonLine width="80%" />}
      {log.data && <LogLines log={log.data} />}
      {notable && <CallForm anonymousId={anonymousId} />}
      {notable && log.data?.messages.some(({ state }) => state === 'sent') && <SendAgain entry={entry} />}
    </section>
  )
}

function LogLines({ log: { messages, calls } }: { log: ContactLog }) {
  if (messages.length + calls.length === 0) return <p className="text-mute">Nothing was sent, and no call is noted.</p>
  const lines = [
    ...messages.map((message) => ({ at: message.sentAt ?? message.queuedAt, text: messageText(message), by: undefined })),
    ...calls.map((call) => ({ at: call.calledAt, text: callText(call), by: call.by })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <ol className="grid gap-2">
      {lines.map(({ at, text, by }) => (
        <li key={`${at} ${text}`} className="grid">
          <span className="wrap-anywhere">{text}</span>
          <span className="text-sm text-mute">
            <LocalDate value={at} style="moment" />
            {by && ` · ${by}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

function messageText({ again, state }: ContactLog['messages'][number]): string {
  const what = again ? 'Invitation, sent again by staff' : 'Invitation'
  switch (state) {
    case 'sent':
      return `${what}: the mail server took it`
    case 'waiting':
      return `${what}: on its way`
    case 'given-up':
      return `${what}: given up, the mail server did not take it for days`
    case 'not-sent':
      return `${what}: not sent. When its turn came they were not green, or their address had got three that day`
    case 'held':
      return `${what}: held, and not sent while they are not green`
  }
}
