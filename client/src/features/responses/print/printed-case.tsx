import type { AnswerInfo, FlaggedAnswer, RespondentEntry } from '@portico/shared/contract/responses'
import type { Question } from '@portico/shared/contract/questionnaires'
import { decisionText } from '@portico/shared/rules/decisions'
import { languageOf } from '@portico/shared/words/languages'
import { useWorkshopTitles } from '../../../layout/workshops/use-workshops.ts'
import { workshopText } from '../../../layout/workshops/workshop-name.tsx'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { groupAnswers, type AnswerRow } from '../review/answers/answer-groups.ts'
import { AnswerValue, QuestionTexts } from '../review/answers/question-texts.tsx'
import { useQuestionTexts, type TwoLanguages } from '../use-question-texts.ts'
import { FormattedText } from '../../../ui/formatted-text.tsx'

/** A case on paper: the respondent, every answer in both languages with its flag (red ones first), and the history. */
export function PrintedCase({ entry, info }: { entry: RespondentEntry; info: AnswerInfo }) {
  const texts = useQuestionTexts(info)
  const titleOf = useWorkshopTitles()
  const { respondent, flag } = entry
  const groups = groupAnswers(info.answerFlags.flaggedAnswers, texts, undefined)
  const language = languageOf(respondent.contactLanguage)?.englishName ?? respondent.contactLanguage
  return (
    <article className="printed-case grid gap-4">
      <header className="grid gap-1 border-b-2 border-edge pb-2">
        <h2 className="text-xl wrap-anywhere">
          <bdi>{respondent.fullName || 'Name not given'}</bdi>
        </h2>
        <p translate="no">{respondent.anonymousId}</p>
        <p>
          {[
            respondent.email,
            respondent.phoneNumber,
            language,
            workshopText(titleOf(respondent.workshopName), respondent.test),
            respondent.agency?.name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="flex flex-wrap gap-x-6">
          <span>
            Now: <FlagMark flag={flag.current} />
          </span>
          <span>
            At first: <FlagMark flag={flag.initial} />
          </span>
          <span>
            Answered: <LocalDate value={respondent.date} />
          </span>
        </p>
        {flag.forceInfo?.reason && <p className="wrap-anywhere">“{flag.forceInfo.reason}”</p>}
      </header>
      <PrintedAnswers title="Red answers" rows={groups.red} texts={texts} />
      <PrintedAnswers title="Answers that explain" rows={groups.explaining} texts={texts} />
      <PrintedAnswers title="Green answers" rows={groups.green} texts={texts} />
      <PrintedAnswers title="Other answers" rows={groups.other} texts={texts} />
      <PrintedHistory history={info.history} />
    </article>
  )
}

function PrintedAnswers({ title, rows, texts }: { title: string; rows: readonly AnswerRow[]; texts: TwoLanguages }) {
  if (rows.length === 0) return null
  return (
    <table>
      <caption className="text-start text-lg font-bold">{`${title} (${rows.length})`}</caption>
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col">Answer</th>
          <th scope="col">Flag</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ answer, followUp }) => (
          <tr key={answer.answerId}>
            <td>
              <QuestionTexts identifier={answer.identifier} texts={texts} />
            </td>
            <td>
              <AnswerValue answer={answer} texts={texts} />
              {followUp && (
                <span className="mt-2 grid gap-1 border-s-2 border-edge ps-2">
                  <span className="text-sm">
                    <FormattedText text={texts.mine(followUp.identifier)?.questionText ?? ''} />
                  </span>
                  <AnswerValue answer={followUp} texts={texts} />
                </span>
              )}
            </td>
            <td>
              <PrintedFlag answer={answer} question={texts.mine(answer.identifier)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PrintedFlag({ answer, question }: { answer: FlaggedAnswer; question: Question | undefined }) {
  const { redFlagReason, redFlagGuidance } = (answer.effectiveFlag === 'red' && question) || {}
  return (
    <>
      <FlagMark flag={answer.effectiveFlag} />
      {redFlagReason && <span className="block text-sm">{redFlagReason}</span>}
      {redFlagGuidance && <span className="block text-sm">{`To find out: ${redFlagGuidance}`}</span>}
      {answer.override && <span className="block text-sm wrap-anywhere">{`Was ${answer.initialFlag}. “${answer.override.reason}”`}</span>}
      {answer.redByRules && <span className="block text-sm wrap-anywhere">{`Also red: “${answer.redByRules.reason}”`}</span>}
    </>
  )
}

function PrintedHistory({ history }: { history: AnswerInfo['history'] }) {
  if (history.length === 0) return <p>No decisions yet.</p>
  return (
    <section>
      <h3>History</h3>
      <ol className="grid gap-2">
        {history.map((decision, index) => (
          <li key={`${decision.timestampUTC} ${history.length - index}`}>
            {decisionText(decision)}, <LocalDate value={decision.timestampUTC} style="moment" />
            {decision.reason && <span className="block wrap-anywhere">“{decision.reason}”</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
