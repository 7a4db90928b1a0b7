import type { Question } from '@portico/shared/contract/questionnaires'
import { useState, type FormEvent } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { withProof } from '../../../api/proof-of-work.ts'
import { callRest } from '../../../api/rest.ts'
import { useTitle } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { WordKey } from '../../../words/translate.ts'
import { useWords } from '../../../words/language.ts'
import type { Draft } from '../draft/draft.ts'
import { StepButtons } from '../steps/parts/step-buttons.tsx'
import { Differences, type DifferencesProps } from './differences.tsx'
import { openerOf } from './sealed-draft.ts'
import { codeTyped, shownCode } from './transfer-code.ts'

export interface ReceivePageProps {
  draft: Draft
  questions: readonly Question[]
  /** Language of the questions. */
  language: string
  /** The code in the URL, if any. */
  code: string | undefined
  onBack: () => void
  /** Called when the answers have arrived. */
  onDone: () => void
}

/** The received differences, and whether the code is used up. */
type Taken = Pick<DifferencesProps, 'differences' | 'usedUp'>
type Fault = { readonly word: WordKey } | { readonly text: string } | { readonly elsewhere: string }

/** Receives the answers of another device with its code. */
export function ReceivePage({ draft, questions, language, code, onBack, onDone }: ReceivePageProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState(code ? shownCode(code) : '')
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  const [taken, setTaken] = useState<Taken>()
  useTitle(t('questionnaire.transfer.receive'))
  const fetchAnswers = async (given: string): Promise<Fault | undefined> => {
    const { lookup, open } = await openerOf(given)
    const { sealed, fetchesLeft } = await withProof((proof) => callRest('drafts/openTransfer', { lookup, proof }))
    const carried = await open(sealed)
    if (carried.name !== draft.state().name) return { elsewhere: carried.name }
    const differences = draft.mergeTransferred(carried, lookup)
    if (!differences) return { word: 'questionnaire.changed.textLost' }
    const usedUp = fetchesLeft === 0
    if (differences.length === 0 && !usedUp) onDone()
    else setTaken({ differences, usedUp })
    return undefined
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = codeTyped(typed)
    if (!given) return setFault({ word: 'questionnaire.transfer.wrongForm' })
    setBusy(true)
    setFault(await fetchAnswers(given).catch(faultOf))
    setBusy(false)
  }
  if (taken) return <Differences {...{ draft, questions, language, onDone }} {...taken} />
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mx-auto flex min-h-[calc(100dvh-65px)] w-full max-w-prose grow flex-col px-4 md:px-6"
    >
      <div className="grid grow content-start gap-6 py-6">
        <h1 className="text-2xl">{t('questionnaire.transfer.receive')}</h1>
        {fault && 'elsewhere' in fault && (
          <Banner kind="warning" action={<LinkButton to={paths.questionnaire(fault.elsewhere)}>{t('citizenship.open')}</LinkButton>}>
            {t('questionnaire.transfer.otherQuestionnaire')}
          </Banner>
        )}
        <TextField
          label={t('questionnaire.transfer.enter')}
          error={fault && errorText(fault, t)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <StepButtons onBack={onBack}>
        <Button type="submit" wide busy={busy} busyLabel={t('questionnaire.send.moment')}>
          {t('questionnaire.transfer.fetch')}
        </Button>
      </StepButtons>
    </form>
  )
}

function errorText(fault: Fault, t: ReturnType<typeof useWords>['t']): string | undefined {
  if ('word' in fault) return t(fault.word)
  return 'text' in fault ? fault.text : undefined
}

function faultOf(error: unknown): Fault {
  const { id, message } = failureOf(error)
  if (id === 'NOT_FOUND') return { word: 'questionnaire.transfer.wrong' }
  return { text: message }
}
