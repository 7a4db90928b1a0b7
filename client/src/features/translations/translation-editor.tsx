import type { TranslationText, Translations } from '@portico/shared/contract/translations'
import { useEffect, useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ToggleButton } from '../../ui/toggle-button.tsx'
import { nameOfLanguage } from '../../words/language-text.ts'
import { TextEditor } from './text-editor.tsx'
import { TranslationExchange } from './translation-exchange.tsx'

const initialCount = 30

const filters = {
  all: { label: 'All', holds: () => true },
  missing: { label: 'Missing', holds: ({ state }) => state === 'missing' },
  stale: { label: 'Stale', holds: ({ stale }) => stale },
  draft: { label: 'Draft', holds: ({ state }) => state === 'draft' },
  unsigned: { label: 'Not signed off', holds: ({ state, stale }) => state !== 'signed-off' || stale },
} as const satisfies Record<string, { label: string; holds: (text: TranslationText) => boolean }>
type FilterName = keyof typeof filters
const filterNames: readonly FilterName[] = ['all', 'missing', 'stale', 'draft', 'unsigned']

/** What was typed, and the revision of the text it is based on. */
export interface Typed {
  readonly text: string
  readonly revision: number
  readonly sourceDigest: string
}

/** Lists the texts of a questionnaire in one language beside their source. */
export function TranslationEditor({ name, language }: { name: string; language: string }) {
  // A save reports what others changed concurrently, and keeps what was typed.
  const query = trpc.translations.getTranslations.useQuery({ name, language })
  return (
    <Page
      title={nameOfLanguage(language)}
      subtitle={query.data ? (query.data.title ?? name) : name}
      actions={
        <LinkButton to={paths.translations()} kind="secondary" size="small">
          All translations
        </LinkButton>
      }
    >
      {query.error && <ErrorBanner error={query.error} />}
      {!query.data && !query.error && <Loading />}
      {query.data && <Texts translations={query.data} />}
    </Page>
  )
}

function Texts({ translations }: { translations: Translations }) {
  const { texts, isOffered } = translations
  const [filter, setFilter] = useState<FilterName>('all')
  // A saved text keeps its place in the list until a filter is chosen again.
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [count, setCount] = useState(initialCount)
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map())
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    if (typed.size > 0) window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [typed.size])
  const setTypedText = (key: string, one: Typed | undefined) =>
    setTyped((before) => {
      const next = new Map(before)
      if (one) next.set(key, one)
      else next.delete(key)
      return next
    })
  const choose = (one: FilterName) => {
    setFilter(one)
    setChosen(new Set(texts.filter(filters[one].holds).map(({ key }) => key)))
    setCount(initialCount)
  }
  const listed = texts.filter(({ key }) => chosen?.has(key) ?? true)
  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-mute">
        {isOffered
          ? 'Respondents can choose this language.'
          : 'Respondents can choose this language once all of it is translated and published.'}
        {' Ctrl+Enter saves a text and goes to the next; with Shift it is signed off too.'}
      </p>
      <TranslationExchange translations={translations} />
      <div className="flex flex-wrap gap-2" role="group" aria-label="Which texts">
        {filterNames.map((one) => (
          <ToggleButton key={one} pressed={one === filter} onPress={() => choose(one)}>
            {`${filters[one].label} (${texts.filter(filters[one].holds).length})`}
          </ToggleButton>
        ))}
      </div>
      {listed.length === 0 && <EmptyState icon="check" text="No texts match this filter." />}
      <ol className="grid gap-4">
        {listed.slice(0, count).map((text) => (
          <TextEditor
            key={text.key}
            translations={translations}
            text={text}
            typed={typed.get(text.key)}
            onType={(one) => setTypedText(text.key, one)}
          />
        ))}
      </ol>
      {listed.length > count && (
        <Button kind="secondary" size="small" onClick={() => setCount(count + initialCount)}>
          {`Show more (${listed.length - count})`}
        </Button>
      )}
    </div>
  )
}
