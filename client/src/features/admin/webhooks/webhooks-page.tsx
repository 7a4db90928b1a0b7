import type { Webhook } from '@portico/shared/contract/webhooks'
import { useState } from 'react'
import { WorkshopName } from '../../../layout/workshops/workshop-name.tsx'
import { useWorkshopTitles } from '../../../layout/workshops/use-workshops.ts'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ShownOnce } from '../../../ui/feedback/shown-once.tsx'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { CountedList } from '../../../ui/lists/counted-list.tsx'
import { DisclosureButton } from '../../../ui/lists/disclosure.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { useUrlPart } from '../../../ui/lists/url-state.ts'
import { LocalDate } from '../../../words/local-date.tsx'
import { WebhookForm, type NewSecret } from './webhook-form.tsx'
import { WebhookPanel } from './webhook-panel.tsx'

const pollIntervalMs = 5_000

/** /home/admin/webhooks: lists the webhooks and whether their deliveries arrive. */
export function WebhooksPage() {
  const [isNew, setNew] = useState(false)
  const [secret, setSecret] = useState<NewSecret>()
  const [openId, setOpenId] = useUrlPart('open')
  const webhooks = trpc.webhooks.getWebhookList.useQuery(undefined, { refetchInterval: openId !== undefined && pollIntervalMs })
  return (
    <Page
      title="Webhooks"
      subtitle="Portico notifies other programs of what happens, as it happens."
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.apiTokens()} kind="secondary" size="small">
            API tokens
          </LinkButton>
          <Button size="small" onClick={() => setNew(!isNew)} aria-expanded={isNew}>
            New webhook
          </Button>
        </div>
      }
    >
      {secret && (
        <ShownOnce
          text={`Copy the secret of “${secret.name}”, with which its messages are signed: it is not shown again.`}
          secret={secret.secret}
          copyLabel="Copy secret"
        />
      )}
      {webhooks.error && <ErrorBanner error={webhooks.error} />}
      {isNew && (
        <section aria-label="New webhook" className="max-w-prose rounded-md border border-line bg-raised p-6">
          <WebhookForm
            onCreated={(made) => {
              setSecret(made)
              setNew(false)
            }}
            onCancel={() => setNew(false)}
          />
        </section>
      )}
      {(webhooks.data || !webhooks.error) && (
        <Table
          caption="Webhooks"
          columns={columns(openId, setOpenId)}
          rows={webhooks.data}
          rowKey={({ id }) => String(id)}
          expectedRows={3}
          empty={isNew ? undefined : <EmptyState text="No webhooks yet." />}
          detail={(webhook) =>
            String(webhook.id) === openId
              ? { id: panelId(webhook), content: <WebhookPanel webhook={webhook} onSecret={setSecret} /> }
              : undefined
          }
        />
      )}
    </Page>
  )
}

const panelId = ({ id }: Webhook) => `webhook-${id}`

function columns(openId: string | undefined, setOpenId: (id: string | undefined) => void): Column<Webhook>[] {
  return [
    {
      key: 'name',
      header: 'Webhook',
      naming: true,
      cell: ({ name, url, madeBy, test }) => (
        <div>
          <span className="font-bold wrap-anywhere">
            <WorkshopName name={name} test={test} />
          </span>
          <span className="block font-normal wrap-anywhere">{url}</span>
          <span className="block font-normal text-mute">{`by ${madeBy}`}</span>
        </div>
      ),
    },
    {
      key: 'events',
      header: 'Told of',
      cell: (webhook) => <Events webhook={webhook} />,
    },
    { key: 'state', header: 'State', cell: (webhook) => <State webhook={webhook} /> },
    {
      key: 'open',
      header: 'Actions',
      headerHidden: true,
      cell: (webhook) => (
        <DisclosureButton
          expanded={String(webhook.id) === openId}
          onToggle={() => setOpenId(String(webhook.id) === openId ? undefined : String(webhook.id))}
          controls={panelId(webhook)}
          labels={['Messages', 'Close']}
          about={webhook.name}
        />
      ),
    },
  ]
}

function Events({ webhook: { events, workshopNames } }: { webhook: Webhook }) {
  const titleOf = useWorkshopTitles()
  return <CountedList items={events} what={['event', 'events']} bounds={(workshopNames ?? []).map(titleOf)} />
}

const causes = { 'by-hand': 'Disabled', failing: 'Disabled: nothing arrived for 3 days', gone: 'Disabled: the receiver is gone' }

function State({ webhook: { state, disabledBecause, failingSince, lastDeliveredAt, waiting } }: { webhook: Webhook }) {
  return (
    <div>
      {state === 'working' && <span className="text-good">Working</span>}
      {state === 'disabled' && <span className="text-stop">{causes[disabledBecause ?? 'by-hand']}</span>}
      {state === 'failing' && failingSince && (
        <span className="text-wait">
          Failing since <LocalDate value={failingSince} style="moment" />
        </span>
      )}
      {lastDeliveredAt && (
        <span className="block text-mute">
          Last arrived <LocalDate value={lastDeliveredAt} style="moment" />
        </span>
      )}
      {waiting > 0 && <span className="block text-mute">{waiting === 1 ? '1 message waits' : `${waiting} messages wait`}</span>}
    </div>
  )
}
