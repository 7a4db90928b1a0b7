import type { ContactLog } from '@portico/shared/contract/cases'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import { messageKinds } from '@portico/shared/words/messages'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { SkeletonLine } from '../../../ui/feedback/skeleton.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { useCase } from '../review/case-context.ts'
import { callText } from './call-text.ts'
import { CallForm } from './call-form.tsx'
import { SendAgain } from './send-again.tsx'

/** Shows the messages to a respondent, phone calls and replies, with the actions for staff (shared/spec/contract.md#contact). */
export function ContactSection({ entry }: { entry: RespondentEntry }) {
  const { anonymousId } = entry.respondent
  // If the case has gone away, its own banner reports the error.
  const { acceptsNotes } = useCase()
  const log = trpc.agency.getContactLog.useQuery({ respondent: { anonymousId } })
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-bold">Messages and calls</h3>
      {/* Above the content that is still loading, so that the buttons do not move while someone taps them. */}
      {acceptsNotes && <CallForm anonymousId={anonymousId} />}
      {log.error && acceptsNotes && <ErrorBanner error={log.error} retry={() => void log.refetch()} />}
      {log.isPending && <SkeletonLine width="80%" />}
      {log.data && <LogLines log={log.data} />}
      {acceptsNotes && log.data?.messages.some(({ sentAt }) => sentAt !== null) && <SendAgain entry={entry} />}
    </section>
  )
}

interface Line {
  readonly at: string
  readonly text: string
  readonly quote?: string
  readonly by?: string
}

function LogLines({ log }: { log: ContactLog }) {
  const lines = linesOf(log)
  if (lines.length === 0 && !log.textsStopped) return <p className="text-mute">Nothing was sent, and no call is noted.</p>
  return (
    <>
      {log.textsStopped && <p className="font-bold">They answered STOP: text messages to their number have ended. Telephone them.</p>}
      <ol className="grid gap-2">
        {lines.map(({ at, text, quote, by }) => (
          <li key={`${at} ${text} ${quote ?? ''}`} className="grid">
            <span className="wrap-anywhere">{text}</span>
            {quote && (
              <q dir="auto" className="whitespace-pre-line wrap-anywhere">
                {quote}
              </q>
            )}
            <span className="text-sm text-mute">
              <LocalDate value={at} style="moment" />
              {by && ` · ${by}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function linesOf({ messages, calls, replies }: ContactLog): Line[] {
  const lines = [
    ...messages.map((message): Line => ({ at: message.sentAt ?? message.queuedAt, text: messageText(message) })),
    ...calls.map((call): Line => ({ at: call.calledAt, text: callText(call), by: call.by })),
    ...replies.map((reply): Line => ({ at: reply.receivedAt, text: replyText(reply), quote: reply.text })),
  ]
  return lines.toSorted((one, other) => other.at.localeCompare(one.at))
}

function replyText({ attachments }: ContactLog['replies'][number]): string {
  if (attachments === 0) return 'Reply by text message'
  return `Reply by text message, with ${attachments === 1 ? 'a picture that is' : `${attachments} pictures that are`} not kept`
}

function messageText({ kind, channel, again, state }: ContactLog['messages'][number]): string {
  const by = channel === 'text' ? ' by text message' : ''
  const what = `${again ? 'Invitation, sent again by staff' : messageKinds[kind]}${by}`
  switch (state) {
    case 'sent':
      return channel === 'text' ? `${what}: the gateway took it, whether it arrived is not known` : `${what}: the mail server took it`
    case 'delivered':
      return `${what}: it arrived`
    case 'undelivered':
      return `${what}: it did not arrive. Telephone them`
    case 'waiting':
      return `${what}: on its way`
    case 'given-up':
      return `${what}: given up, the ${channel === 'text' ? 'gateway' : 'mail server'} did not take it for days`
    case 'not-sent':
      return `${what}: not sent. When its turn came they were not green, or their address had got three that day`
    case 'held':
      return `${what}: held, and not sent while they are not green`
  }
}
