import type { WebhookDelivery } from '@portico/shared/contract/webhooks'
import { limits } from '@portico/shared/words/limits'
import { webhookFaults } from '@portico/shared/words/webhook-events'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { useOffset } from '../../../ui/lists/url-state.ts'
import { LocalDate } from '../../../words/local-date.tsx'

const pollIntervalMs = 5_000

/** Lists the deliveries of a webhook and their outcomes. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const [offset] = useOffset()
  const utils = trpc.useUtils()
  const input = { id: webhookId, pagination: { offset, count: limits.listPageSize } }
  const list = trpc.webhooks.getDeliveryList.useQuery(input, { placeholderData: keepPreviousData, refetchInterval: pollIntervalMs })
  const replay = trpc.webhooks.replayDelivery.useMutation({ onSuccess: () => utils.webhooks.invalidate() })
  const error = list.error ?? replay.error
  return (
    <div>
      {error && <ErrorBanner error={error} />}
      {(list.data || !list.error) && (
        <Table
          caption="Messages"
          columns={columns((id) => replay.mutate({ id }))}
          rows={list.data?.items}
          rowKey={({ id }) => String(id)}
          expectedRows={3}
          stale={list.isPlaceholderData}
          empty={<EmptyState text="No messages yet. Send a test to see whether one arrives." />}
        />
      )}
      {(list.data?.meta.count ?? 0) > limits.listPageSize && <Pager page={list.data} loading={list.isPlaceholderData} />}
    </div>
  )
}

function columns(onReplay: (id: number) => void): Column<WebhookDelivery>[] {
  return [
    {
      key: 'what',
      header: 'Message',
      naming: true,
      cell: ({ type, data, messageId }) => (
        <div className="grid gap-0.5">
          <span className="font-bold wrap-anywhere">{type}</span>
          <span className="font-normal wrap-anywhere">{aboutOf(data)}</span>
          <code className="text-sm font-normal wrap-anywhere text-mute">{messageId}</code>
        </div>
      ),
    },
    { key: 'when', header: 'Happened', cell: ({ happenedAt }) => <LocalDate value={happenedAt} style="moment" /> },
    { key: 'state', header: 'State', cell: (one) => <State delivery={one} /> },
    {
      key: 'replay',
      header: 'Actions',
      headerHidden: true,
      cell: ({ id, type, state }) => (
        <Button
          kind="secondary"
          size="small"
          onClick={() => onReplay(id)}
          aria-label={state === 'waiting' ? `Send now: ${type}` : `Send again: ${type}`}
        >
          {state === 'waiting' ? 'Send now' : 'Send again'}
        </Button>
      ),
    },
  ]
}

function aboutOf({ anonymousId, downloadId, name }: WebhookDelivery['data']): string {
  const about = anonymousId ?? name ?? downloadId
  return typeof about === 'string' || typeof about === 'number' ? `${about}` : ''
}

function State({ delivery: { state, attempts, status, fault, nextAttemptAt, lastTriedAt } }: { delivery: WebhookDelivery }) {
  const said = { waiting: 'Waiting', delivered: 'Arrived', 'given-up': 'Given up' }[state]
  const answer = status === null ? '' : ` (${status})`
  return (
    <div>
      <span>
        {said}
        {attempts > 0 && `, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`}
      </span>
      {fault && <span className="block text-stop">{`${webhookFaults[fault]}${answer}`}</span>}
      {state === 'waiting' && nextAttemptAt && attempts > 0 && (
        <span className="block text-mute">
          Next try <LocalDate value={nextAttemptAt} style="moment" />
        </span>
      )}
      {state === 'delivered' && lastTriedAt && (
        <span className="block text-mute">
          <LocalDate value={lastTriedAt} style="moment" />
        </span>
      )}
    </div>
  )
}
