import type { TemplateList } from '@portico/shared/contract/messages'
import { languageOf, languages, type LanguageCode } from '@portico/shared/words/languages'
import { templateKinds, templateNames, type TemplateKind } from '@portico/shared/words/message-templates'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { SkeletonBox } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { useUrlChoice } from '../../../ui/lists/url-state.ts'
import { TemplateEditor } from './template-editor.tsx'

/** /home/admin/messages/templates: edits the emails to respondents, in each language. */
export function TemplatesPage() {
  const [kindName, chooseKind] = useUrlChoice('kind')
  const [tag, chooseLanguage] = useUrlChoice('language')
  const kind = templateKinds.find((name) => name === kindName) ?? 'invitation'
  const language = languageOf(tag ?? 'en')?.code ?? 'en'
  const list = trpc.messages.getTemplateList.useQuery()
  const template = trpc.messages.getTemplate.useQuery({ kind, language }, { gcTime: 0, staleTime: Infinity })
  const error = list.error ?? template.error
  return (
    <Page
      title="Templates"
      subtitle="What respondents read in emails. Date, place, personal number and checklist are always included."
      actions={
        <LinkButton to={paths.messages()} kind="secondary" size="small">
          Messages
        </LinkButton>
      }
    >
      {error && <ErrorBanner error={error} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Email"
          value={kind}
          choices={templateKinds.map((name) => ({ value: name, label: templateNames[name] }))}
          onChange={(event) => chooseKind(event.target.value)}
        />
        <Select
          label="Language"
          value={language}
          choices={languages.map(({ code, englishName }) => ({
            value: code,
            label: `${englishName}${ownTextMark(list.data, kind, code)}`,
          }))}
          onChange={(event) => chooseLanguage(event.target.value)}
        />
      </div>
      <MissingTexts list={list.data} kind={kind} />
      {template.data ? (
        <TemplateEditor
          key={`${kind} ${language} ${template.data.version}`}
          template={template.data}
          onSaved={() => void Promise.all([list.refetch(), template.refetch()])}
        />
      ) : (
        !error && <SkeletonBox height={600} />
      )}
    </Page>
  )
}

function ownTextMark(list: TemplateList | undefined, kind: TemplateKind, code: LanguageCode): string {
  return isOwn(list, kind, code) ? ': own text' : ''
}

function isOwn(list: TemplateList | undefined, kind: TemplateKind, code: LanguageCode): boolean {
  return list?.some((one) => one.kind === kind && one.language === code && one.own) ?? false
}

function MissingTexts({ list, kind }: { list: TemplateList | undefined; kind: TemplateKind }) {
  if (!isOwn(list, kind, 'en')) return null
  const missing = languages.filter(({ code }) => !isOwn(list, kind, code))
  if (missing.length === 0) return null
  return (
    <Banner kind="warning">
      {`English has a text of its own. These languages still have the shipped one: ${missing.map(({ englishName }) => englishName).join(', ')}.`}
    </Banner>
  )
}
