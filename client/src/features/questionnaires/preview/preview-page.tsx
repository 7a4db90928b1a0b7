import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { callRest, type RestOutput } from '../../../api/rest.ts'
import { Page } from '../../../layout/page.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { FormattedText } from '../../../ui/formatted-text.tsx'
import { useWords } from '../../../words/language.ts'
import { Answering } from '../answering.tsx'
import { Draft } from '../draft/draft.ts'
import { PreviewedQuestions } from './previewed-questions.tsx'
import { sourceOf } from './preview-source.ts'

type JudgedAnswers = RestOutput<'questionnaires/judgeReview'>

const hashKey = '#draft='

/**
 * /preview: a draft questionnaire for anyone with its link, to answer like a respondent or to read. Nothing is stored, here or on the
 * server.
 */
export function PreviewPage() {
  const { language } = useWords()
  const [token] = useState(() => (location.hash.startsWith(hashKey) ? location.hash.slice(hashKey.length) : ''))
  const [opened, setOpened] = useState<Questionnaire>()
  const [failure, setFailure] = useState<string>()
  const open = useEffectEvent(() => callRest('questionnaires/openReview', { token, languageCode: language }))
  useEffect(() => {
    open().then(
      ({ questionnaire }) => setOpened(questionnaire),
      (error: unknown) => setFailure(failureOf(error).id),
    )
  }, [token])
  if (failure !== undefined)
    return (
      <Page title="Preview" width="prose">
        <Banner kind="error">
          {failure === 'INVALID_CODE'
            ? 'This link does not work any more. Ask whoever sent it to you for a new one.'
            : 'The questions could not be loaded. Reload the page to try again.'}
        </Banner>
      </Page>
    )
  if (!opened) return <Loading />
  return <OpenedPreview token={token} first={opened} />
}

function OpenedPreview({ token, first }: { token: string; first: Questionnaire }) {
  const { t } = useWords()
  const [isReading, setIsReading] = useState(false)
  return (
    <>
      <div className="sticky top-0 z-20 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-wait-soft px-4 py-1.5">
        <p className="inline-flex items-center gap-2 font-medium">
          <Icon name="info" />
          {t('questionnaire.preview')}
        </p>
        <Button kind="quiet" size="small" onClick={() => setIsReading(!isReading)}>
          {isReading ? 'Answer them' : 'Read all questions'}
        </Button>
      </div>
      {isReading ? <QuestionReader token={token} first={first} /> : <TrialRun token={token} first={first} />}
    </>
  )
}

/** Shows the questions in the user's language; keeps the previous language while loading. */
function QuestionReader({ token, first }: { token: string; first: Questionnaire }) {
  const { language } = useWords()
  const [shown, setShown] = useState(first)
  useEffect(() => {
    const load = new AbortController()
    callRest('questionnaires/openReview', { token, languageCode: language }, { signal: load.signal }).then(
      ({ questionnaire }) => setShown(questionnaire),
      () => {},
    )
    return () => load.abort()
  }, [token, language])
  return (
    <Page title={shown.title ?? shown.name} width="prose">
      <PreviewedQuestions language={shown.language} questions={shown.questions} />
    </Page>
  )
}

function TrialRun({ token, first }: { token: string; first: Questionnaire }) {
  const [judged, setJudged] = useState<JudgedAnswers>()
  const [draft, setDraft] = useState(() => newPreviewDraft(first))
  const [source] = useState(() => sourceOf(token, setJudged))
  const again = () => {
    setDraft(newPreviewDraft(first))
    setJudged(undefined)
  }
  if (judged) return <Outcome judged={judged} questionnaire={first} onAgain={again} />
  return <Answering key={draft.state().idempotencyKey} draft={draft} source={source} onReceived={() => {}} onEnded={again} />
}

function newPreviewDraft(questionnaire: Questionnaire): Draft {
  const draft = Draft.preview(questionnaire)
  draft.addTexts(questionnaire)
  return draft
}

interface OutcomeProps {
  judged: JudgedAnswers
  questionnaire: Questionnaire
  onAgain: () => void
}

/** Shows authors of rules what the answers would have led to. */
function Outcome({ judged: { flag, red }, questionnaire, onAgain }: OutcomeProps) {
  const textOf = (identifier: string) => questionnaire.questions.find((question) => question.identifier === identifier)?.questionText ?? ''
  return (
    <Page title="What would have happened" width="prose">
      <div className="grid gap-6" lang="en" dir="ltr">
        <p className="flex flex-wrap items-center gap-x-3">
          The respondent would be: <FlagMark flag={flag} />
        </p>
        {red.length === 0 ? (
          <p>No answer is red.</p>
        ) : (
          <ul className="grid gap-4">
            {red.map(({ identifier, reason, guidance }) => (
              <li key={identifier} className="grid gap-1 border-s-2 border-stop ps-3">
                <p className="font-bold wrap-anywhere" lang={questionnaire.language} dir="auto">
                  <FormattedText text={textOf(identifier)} />
                </p>
                <code className="text-sm wrap-anywhere text-mute">{identifier}</code>
                {reason && <p>{`Why: ${reason}`}</p>}
                {guidance && <p>{`To find out: ${guidance}`}</p>}
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button onClick={onAgain}>Answer again</Button>
        </div>
      </div>
    </Page>
  )
}
