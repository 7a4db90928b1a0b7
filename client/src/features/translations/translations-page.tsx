import { isAdmin } from '@portico/shared/rules/accounts'
import { languages } from '@portico/shared/words/languages'
import { useSession } from '../../api/session/session.ts'
import { trpc, type RouterOutputs } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loading } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { useUrlChoice } from '../../ui/lists/url-state.ts'
import { useLocation } from 'wouter'
import { LocalDate } from '../../words/local-date.tsx'
import { nameOfLanguage } from '../../words/language-text.ts'
import { GlossaryEditor } from './glossary-editor.tsx'
import { PublishTranslations } from './publish-translations.tsx'
import { TranslationEditor } from './translation-editor.tsx'

export type TranslatedQuestionnaire = RouterOutputs['translations']['getTranslationList'][number]
type LanguageState = TranslatedQuestionnaire['languages'][number]

/** /home/translations: shows the progress of each language of each questionnaire, or the texts of the selected one beside their source. */
export function TranslationsPage() {
  const [name] = useUrlChoice('questionnaire')
  const [language] = useUrlChoice('language')
  if (name && language) return <TranslationEditor key={`${name} ${language}`} name={name} language={language} />
  return <TranslationList />
}

function TranslationList() {
  const list = trpc.translations.getTranslationList.useQuery()
  const { profile } = useSession()
  const isForAll = isAdmin(profile?.roles ?? [])
  return (
    <Page
      title="Translations"
      subtitle="Respondents see what is written here once it is published."
      actions={
        isForAll && (
          <div className="flex flex-wrap gap-3">
            <LinkButton to={paths.questionnaireUpload()} kind="secondary" size="small">
              Questionnaire Upload
            </LinkButton>
            <LinkButton to={paths.inviteTranslator()} size="small">
              Invite a translator
            </LinkButton>
          </div>
        )
      }
    >
      {list.error && <ErrorBanner error={list.error} />}
      {!list.data && !list.error && <Loading />}
      {isForAll && <GlossaryEditor />}
      {list.data?.map((questionnaire) => (
        <QuestionnaireLanguages
          key={questionnaire.name}
          questionnaire={questionnaire}
          publishes={isForAll}
          mine={isForAll ? undefined : profile?.translates}
        />
      ))}
    </Page>
  )
}

interface QuestionnaireLanguagesProps {
  questionnaire: TranslatedQuestionnaire
  publishes: boolean
  /** The translator's languages; undefined for all. */
  mine: readonly string[] | undefined
}

function QuestionnaireLanguages({ questionnaire, publishes, mine }: QuestionnaireLanguagesProps) {
  const { kind, name, title, language, languages: states } = questionnaire
  return (
    <section className="grid gap-3" aria-label={name}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h2 className="text-xl wrap-anywhere">{title ?? name}</h2>
          <p className="max-w-prose text-mute wrap-anywhere">{aboutSource(questionnaire)}</p>
        </div>
        {publishes && kind !== 'interface-texts' && <PublishTranslations questionnaire={questionnaire} />}
      </div>
      <Table
        caption={`Languages of ${name}`}
        columns={columnsFor(name).filter(({ key }) => kind === 'questionnaire' || key !== 'offered')}
        rows={states}
        rowKey={(state) => state.language}
        empty={<EmptyState text="No other language yet." />}
      />
      {kind === 'questionnaire' && <NewLanguage name={name} taken={[language, ...states.map((state) => state.language)]} mine={mine} />}
    </section>
  )
}

function aboutSource({ kind, name, version, language }: TranslatedQuestionnaire): string {
  switch (kind) {
    case 'questionnaire':
      return `${name}, version ${version}, translated from ${nameOfLanguage(language)}`
    case 'e-mails':
      return 'Invitations, reminders and changes, as admins write them. They are published without a release.'
    case 'interface-texts':
      return 'Buttons, messages and pages. What is signed off goes out with the next release: download the file of its language.'
  }
}

function columnsFor(name: string): Column<LanguageState>[] {
  return [
    { key: 'language', header: 'Language', naming: true, cell: ({ language }) => <bdi>{nameOfLanguage(language)}</bdi> },
    { key: 'offered', header: 'Respondents', cell: ({ isOffered }) => (isOffered ? 'can choose it' : 'cannot choose it yet') },
    { key: 'missing', header: 'Missing', numeric: true, cell: ({ missing, texts }) => `${missing} of ${texts}` },
    { key: 'stale', header: 'Stale', numeric: true, cell: ({ stale }) => stale },
    { key: 'draft', header: 'Draft', numeric: true, cell: ({ draft }) => draft },
    { key: 'signed', header: 'Signed off', numeric: true, cell: (state) => <SignedOff {...state} /> },
    { key: 'unpublished', header: 'Not published', numeric: true, cell: ({ unpublished }) => unpublished },
    {
      key: 'open',
      header: 'Actions',
      headerHidden: true,
      cell: ({ language }) => (
        <LinkButton to={paths.translations(name, language)} kind="secondary" size="small">
          {`Translate ${nameOfLanguage(language).replace(/ \(.*/, '')}`}
        </LinkButton>
      ),
    },
  ]
}

function SignedOff({ signedOff, texts, signedOffBy, signedOffAt }: LanguageState) {
  return (
    <span className="grid">
      <span>{`${signedOff} of ${texts}`}</span>
      {signedOffAt && (
        <span className="text-sm text-mute">
          <bdi>{signedOffBy}</bdi>, <LocalDate value={signedOffAt} style="moment" />
        </span>
      )}
    </span>
  )
}

function NewLanguage({ name, taken, mine }: { name: string; taken: readonly string[]; mine: readonly string[] | undefined }) {
  const [, navigate] = useLocation()
  const others = (mine ?? languages.map(({ code }) => code)).filter((code) => !taken.includes(code))
  if (others.length === 0) return null
  return (
    <div className="max-w-narrow">
      <Select
        label="Begin another language"
        placeholder="Please select"
        value=""
        choices={others.map((code) => ({ value: code, label: nameOfLanguage(code) }))}
        onChange={(event) => navigate(paths.translations(name, event.target.value))}
      />
    </div>
  )
}
