import type { Message } from '@portico/shared/contract/messages'
import { languageOf, languages, type LanguageCode } from '@portico/shared/words/languages'
import {
  messageChannelNames,
  messageChannels,
  messageKindNames,
  messageKinds,
  messageStateNames,
  messageStates,
} from '@portico/shared/words/messages'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { useUrlChoice } from '../../../ui/lists/url-state.ts'
import { LocalDate } from '../../../words/local-date.tsx'
import { WorkshopTitle } from '../../../layout/workshops/workshop-name.tsx'
import { useWorkshops } from '../../../layout/workshops/use-workshops.ts'
import { WorkshopChoice } from '../../responses/workshop-choice.tsx'

/** /home/admin/messages: lists sent messages, their recipients and their delivery status. */
export function MessagesPage() {
  const [workshopName] = useUrlChoice('workshop')
  const [kind, chooseKind] = useUrlChoice('kind')
  const [state, chooseState] = useUrlChoice('state')
  const [channel, chooseChannel] = useUrlChoice('channel')
  const [language, chooseLanguage] = useUrlChoice('language')
  const workshops = useWorkshops()
  const filter = {
    workshopName,
    kind: messageKindNames.find((name) => name === kind),
    state: messageStateNames.find((name) => name === state),
    channel: messageChannelNames.find((name) => name === channel),
    language: language === undefined ? undefined : languageOf(language)?.code,
  }
  return (
    <Page
      title="Messages"
      subtitle="What Portico has sent. “Sent” means that a mail server or the text gateway accepted it. Mail servers do not report that an email bounced later; telephone networks report whether a text arrived."
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.messageTemplates()} kind="secondary" size="small">
            Templates
          </LinkButton>
          <LinkButton to={paths.announcements()} size="small">
            Announcements
          </LinkButton>
        </div>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
        <WorkshopChoice workshops={workshops.data ?? []} value={workshopName} all="All workshops" />
        <Choice label="Kind" all="All kinds" value={kind} choices={messageKinds} onChange={chooseKind} />
        <Choice label="State" all="All states" value={state} choices={messageStates} onChange={chooseState} />
        <Choice label="Channel" all="Emails and texts" value={channel} choices={messageChannels} onChange={chooseChannel} />
        <Choice label="Language" all="All languages" value={language} choices={languageNames} onChange={chooseLanguage} />
      </div>
      <MessageList key={JSON.stringify(filter)} filter={filter} />
    </Page>
  )
}

const languageNames = Object.fromEntries(languages.map(({ code, englishName }) => [code, englishName]))

interface ChoiceProps {
  label: string
  all: string
  value: string | undefined
  choices: Readonly<Record<string, string>>
  onChange: (value: string) => void
}

function Choice({ label, all, value, choices, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder={all}
      value={value ?? ''}
      choices={Object.entries(choices).map(([key, name]) => ({ value: key, label: name }))}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface Filter {
  workshopName: string | undefined
  kind: Message['kind'] | undefined
  state: Message['state'] | undefined
  language: LanguageCode | undefined
}

function MessageList({ filter }: { filter: Filter }) {
  const [pages, setPages] = useState<readonly number[]>([])
  const utils = trpc.useUtils()
  const list = trpc.messages.getMessageList.useQuery({ ...filter, before: pages.at(-1) }, { placeholderData: keepPreviousData })
  const again = trpc.messages.sendAgain.useMutation({
    onSuccess: async () => {
      showToast('It is on its way.')
      await utils.messages.getMessageList.invalidate()
    },
  })
  const error = list.error ?? again.error
  const next = list.data?.next ?? null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {error && <ErrorBanner error={error} />}
      {(list.data || !list.error) && (
        <Table
          caption="Messages"
          columns={columns((id) => again.mutate({ id }))}
          rows={list.data?.items}
          rowKey={({ id }) => String(id)}
          expectedRows={10}
          stale={list.isPlaceholderData}
          empty={
            <EmptyState
              icon="mail"
              text={next === null ? 'No messages match these filters.' : 'None among the newest. Look at older ones.'}
            />
          }
        />
      )}
      {(pages.length > 0 || next !== null) && (
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" size="small" disabled={pages.length === 0} onClick={() => setPages(pages.slice(0, -1))}>
            Newer
          </Button>
          <Button kind="secondary" size="small" disabled={next === null} onClick={() => next !== null && setPages([...pages, next])}>
            Older
          </Button>
        </div>
      )}
    </div>
  )
}

function columns(onAgain: (id: number) => void): Column<Message>[] {
  return [
    {
      key: 'kind',
      header: 'Message',
      naming: true,
      cell: ({ kind, channel, createdAt }) => (
        <span className="grid gap-0.5">
          <span className="font-bold">{messageKinds[kind]}</span>
          <span className="text-sm font-normal text-mute">
            {messageChannels[channel]}, <LocalDate value={createdAt} style="moment" />
          </span>
        </span>
      ),
    },
    { key: 'to', header: 'To', cell: (message) => <Recipient message={message} /> },
    {
      key: 'language',
      header: 'Language',
      cell: ({ language }) => (language === null ? 'English' : (languageOf(language)?.englishName ?? language)),
    },
    { key: 'state', header: 'State', cell: (message) => <State message={message} /> },
    {
      key: 'again',
      header: 'Actions',
      headerHidden: true,
      cell: ({ id, state, sentAt, anonymousId }) => {
        if (state === 'gave-up') return <Again id={id} label="Try again" onAgain={onAgain} />
        if (sentAt !== null && anonymousId !== null) return <Again id={id} label="Send invitation again" onAgain={onAgain} />
        return null
      },
    },
  ]
}

function Again({ id, label, onAgain }: { id: number; label: string; onAgain: (id: number) => void }) {
  return (
    <Button kind="secondary" size="small" onClick={() => onAgain(id)}>
      {label}
    </Button>
  )
}

function Recipient({ message: { anonymousId, workshopName } }: { message: Message }) {
  if (anonymousId === null) return <span className="text-mute">A member of staff</span>
  return (
    <span className="grid gap-0.5">
      <Link href={`${paths.allResponses()}?open=${anonymousId}`} className="link">
        <code>{anonymousId}</code>
      </Link>
      {workshopName !== null && (
        <span className="text-sm text-mute">
          <WorkshopTitle name={workshopName} />
        </span>
      )}
    </span>
  )
}

const stuck: ReadonlySet<Message['state']> = new Set(['gave-up', 'refused', 'undelivered'])

function State({ message: { state, attempts, sentAt, dueAt } }: { message: Message }) {
  return (
    <span className="grid gap-0.5">
      <span className={stuck.has(state) ? 'font-bold text-stop' : ''}>
        {messageStates[state]}
        {attempts > 0 && `, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`}
      </span>
      {sentAt && (
        <span className="text-sm text-mute">
          <LocalDate value={sentAt} style="moment" />
        </span>
      )}
      {dueAt && (
        <span className="text-sm text-mute">
          Due <LocalDate value={dueAt} style="moment" />
        </span>
      )}
    </span>
  )
}
