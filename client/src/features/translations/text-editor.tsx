import type { TranslationText, Translations } from '@portico/shared/contract/translations'
import { faultsOfTranslation, keepsPlaces, type TranslationFaults } from '@portico/shared/rules/translations'
import { isAdmin } from '@portico/shared/rules/accounts'
import { limits } from '@portico/shared/words/limits'
import { useRef, type KeyboardEvent } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { FormattedText } from '../../ui/formatted-text.tsx'
import { LocalDate } from '../../words/local-date.tsx'
import { langProps, nameOfLanguage } from '../../words/language-text.ts'
import { labelWarning } from './label-warning.ts'
import { PhonePreview } from './phone-preview.tsx'
import type { Typed } from './translation-editor.tsx'

const kinds = {
  title: 'Title',
  section: 'Heading',
  text: 'Question',
  hint: 'Hint',
  choice: 'Choice',
  message: 'Message',
  video: 'Video address',
  email: 'Text',
  interface: 'Text',
} as const satisfies Record<TranslationText['kind'], string>

interface TextEditorProps {
  translations: Translations
  text: TranslationText
  typed: Typed | undefined
  onType: (typed: Typed | undefined) => void
}

/** Edits one text beside its source. Edits carry the revision they are based on, so that a concurrent change becomes a conflict. */
export function TextEditor({ translations, text, typed, onType }: TextEditorProps) {
  const { language, name } = translations
  const item = useRef<HTMLLIElement>(null)
  const utils = trpc.useUtils()
  const saving = trpc.translations.saveTranslations.useMutation()
  const value = typed?.text ?? text.text
  const { profile } = useSession()
  const signsOff = profile !== undefined && (isAdmin(profile.roles) || profile.signsOffTranslations === true)
  const faults = faultsOfTranslation(text, value, translations.terms)
  const keepsAll = value === '' || keepsPlaces(text, value)
  const mayBeSigned = value !== '' && keepsAll && faults.changedTerms.length === 0
  const save = async (signedOff: boolean) => {
    const { revision, sourceDigest } = typed ?? text
    try {
      const saved = await saving.mutateAsync({ name, language, texts: [{ key: text.key, text: value, sourceDigest, revision, signedOff }] })
      onType(undefined)
      const [now] = saved.texts
      utils.translations.getTranslations.setData({ name, language }, (before) =>
        before && now ? { ...before, texts: before.texts.map((one) => (one.key === now.key ? now : one)) } : before,
      )
      void utils.translations.getTranslationList.invalidate()
      return true
    } catch (error) {
      if (failureOf(error).id === 'TRANSLATION_CHANGED') void utils.translations.getTranslations.invalidate({ name, language })
      return false
    }
  }
  const press = async (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (saving.isPending || (event.shiftKey && !(mayBeSigned && signsOff))) return
    if (await save(event.shiftKey)) item.current?.nextElementSibling?.querySelector('textarea')?.focus()
  }
  const isConflict = typed !== undefined && typed.revision !== text.revision
  return (
    <li ref={item} className="grid gap-4 rounded-md border border-line bg-raised p-4 lg:grid-cols-2">
      <div className="grid content-start gap-2">
        <Source translations={translations} text={text} />
        <PhonePreview translations={translations} text={text} value={value} />
      </div>
      <div className="grid content-start gap-3">
        <TextArea
          label={`${kinds[text.kind]} in ${nameOfLanguage(language)}`}
          hint={<StateLine text={text} />}
          error={keepsAll ? undefined : placesMessage(faults)}
          value={value}
          maxLength={limits.cellMax}
          {...langProps(language)}
          onChange={(event) => {
            const { revision, sourceDigest } = typed ?? text
            onType({ text: event.target.value, revision, sourceDigest })
          }}
          onKeyDown={(event) => void press(event)}
        />
        <Warnings
          text={text}
          changedTerms={value === '' ? [] : faults.changedTerms}
          labelWarning={labelWarning(translations, text, value)}
        />
        {isConflict && (
          <Conflict
            text={text}
            language={language}
            onKeep={() => onType({ text: value, revision: text.revision, sourceDigest: text.sourceDigest })}
            onDrop={() => onType(undefined)}
          />
        )}
        {saving.error && !isConflict && typed && <ErrorBanner error={saving.error} />}
        <div className="flex flex-wrap gap-2">
          <Button
            kind="secondary"
            size="small"
            busy={saving.isPending}
            disabledReason={typed === undefined ? 'Nothing has changed.' : undefined}
            onClick={() => void save(false)}
          >
            Save draft
          </Button>
          {signsOff && (
            <Button
              size="small"
              busy={saving.isPending}
              disabledReason={mayBeSigned ? undefined : 'Translate it with all of its places and terms first.'}
              onClick={() => void save(true)}
            >
              Sign off
            </Button>
          )}
          <SameSource translations={translations} text={text} value={value} onUse={(one) => onType({ ...(typed ?? text), text: one })} />
        </div>
      </div>
    </li>
  )
}

function Source({ translations: { mainLanguage }, text: { kind, identifier, source } }: Pick<TextEditorProps, 'translations' | 'text'>) {
  return (
    <div className="grid content-start gap-2">
      <p className="flex flex-wrap gap-x-2 text-sm text-mute">
        <span>{kinds[kind]}</span>
        {identifier !== undefined && <code className="wrap-anywhere">{identifier}</code>}
      </p>
      <p className="text-lg wrap-anywhere whitespace-pre-line" {...langProps(mainLanguage)}>
        <FormattedText text={source} />
      </p>
    </div>
  )
}

const states = { missing: 'Missing', published: 'Published, not signed off here', draft: 'Draft', 'signed-off': 'Signed off' } as const

function StateLine({ text: { state, stale, writtenBy, writtenAt, signedOffBy, signedOffAt } }: { text: TranslationText }) {
  const [who, at] = signedOffAt ? [signedOffBy, signedOffAt] : [writtenBy, writtenAt]
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>{states[state]}</span>
      {at && (
        <span>
          <bdi>{who}</bdi>, <LocalDate value={at} style="moment" />
        </span>
      )}
      {stale && <span className="text-wait">Stale: the source changed since</span>}
    </span>
  )
}

function placesMessage({ lostPlaces, unknownPlaces }: TranslationFaults): string {
  const lost = lostPlaces.length > 0 ? `It has to contain ${lostPlaces.join(', ')}.` : ''
  const unknown = unknownPlaces.length > 0 ? `The source has no ${unknownPlaces.join(', ')}.` : ''
  return [lost, unknown].filter(Boolean).join(' ')
}

interface WarningsProps {
  text: TranslationText
  changedTerms: readonly string[]
  labelWarning: string | undefined
}

function Warnings({ text, changedTerms, labelWarning }: WarningsProps) {
  return (
    <>
      {labelWarning !== undefined && <Banner kind="warning">{labelWarning}</Banner>}
      {changedTerms.length > 0 && <Banner kind="warning">{`These terms stay as they are: ${changedTerms.join(', ')}.`}</Banner>}
      {text.setAside !== undefined && (
        <p className="text-sm text-mute">
          {'An upload brought this translation. Written here before: '}
          <bdi>{text.setAside}</bdi>
        </p>
      )}
    </>
  )
}

function Conflict({ text, language, onKeep, onDrop }: { text: TranslationText; language: string; onKeep: () => void; onDrop: () => void }) {
  return (
    <Banner
      kind="warning"
      action={
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" size="small" onClick={onKeep}>
            Keep mine
          </Button>
          <Button kind="secondary" size="small" onClick={onDrop}>
            Take theirs
          </Button>
        </div>
      }
    >
      <span className="grid gap-1">
        <span>{`${text.writtenBy ?? 'An upload'} changed this meanwhile:`}</span>
        <span {...langProps(language)}>{text.text === '' ? '—' : text.text}</span>
      </span>
    </Banner>
  )
}

function SameSource({
  translations,
  text,
  value,
  onUse,
}: Pick<TextEditorProps, 'translations' | 'text'> & { value: string; onUse: (text: string) => void }) {
  const same = value === '' && translations.texts.find((one) => one.source === text.source && one.text !== '')
  if (!same) return null
  return (
    <Button kind="quiet" size="small" onClick={() => onUse(same.text)}>
      {`Use “${same.text}”`}
    </Button>
  )
}
