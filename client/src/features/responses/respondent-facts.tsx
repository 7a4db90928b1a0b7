import type { AnswerInfo, RespondentEntry } from '@portico/shared/contract/responses'
import { languageOf } from '@portico/shared/words/languages'
import { Fragment, useState, type ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LocalDate } from '../../words/local-date.tsx'
import { AgencyChange } from './review/agency-change.tsx'
import type { ReviewScope } from './review/review-calls.ts'
import type { Outcome } from './review/decisions/outcome.tsx'
import { ContactSection } from './contact/contact-section.tsx'
import { SeatSection } from './contact/seat-section.tsx'
import { Contact } from './respondent-row.tsx'
import { WorkshopOf } from './workshop-choice.tsx'

interface RespondentFactsProps {
  scope: ReviewScope
  entry: RespondentEntry
  /** Undefined while loading. */
  info: AnswerInfo | undefined
  onOutcome: (outcome: Outcome) => void
}

/** Shows a respondent's identity, workshop and agency. */
export function RespondentFacts({ scope, entry, info, onOutcome }: RespondentFactsProps) {
  const { respondent, checkedInAt } = entry
  const { walkIn, parentConsent } = info ?? {}
  const [changing, setChanging] = useState(false)
  const facts: [string, ReactNode][] = [
    ['ID', <Id key="id" id={respondent.anonymousId} />],
    ['Contact', <Contact key="contact" entry={entry} />],
    ['Answered', <LocalDate key="date" value={respondent.date} style="moment" />],
    ...(walkIn ? [['Typed by', typedBy(walkIn)] satisfies [string, ReactNode]] : []),
    ...(parentConsent === undefined ? [] : [['Under 18', consentOf(parentConsent)] satisfies [string, ReactNode]]),
    ['Language', languageOf(respondent.contactLanguage)?.englishName ?? respondent.contactLanguage],
    ['Workshop', <WorkshopOf key="workshop" respondent={respondent} />],
    ['Agency', respondent.agency?.name ?? 'None yet'],
    ...(checkedInAt ? ([['Checked in', <LocalDate key="in" value={checkedInAt} style="moment" />]] satisfies [string, ReactNode][]) : []),
  ]
  return (
    <section className="grid content-start gap-4" data-section={2} tabIndex={-1}>
      <h2 className="text-lg">Contact</h2>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-sm leading-[1.7rem] text-mute">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {scope === 'everyone' && (
        <AgencyChange
          entry={entry}
          open={changing}
          onOpen={setChanging}
          onOutcome={(outcome) => {
            setChanging(false)
            onOutcome(outcome)
          }}
        />
      )}
      <SeatSection anonymousId={respondent.anonymousId} />
      {scope !== 'green-dots' && <ContactSection entry={entry} />}
    </section>
  )
}

function consentOf(parentConsent: boolean): string {
  return parentConsent ? 'They said that a parent or guardian agrees' : 'No parent or guardian has agreed yet'
}

function typedBy({ answeredWith, startedBy }: NonNullable<AnswerInfo['walkIn']>): string {
  const who = answeredWith ? `${answeredWith}, together with the person` : 'The person'
  return `${who}. A walk-in, begun by ${startedBy}`
}

function Id({ id }: { id: string }) {
  return (
    <span className="grid justify-items-start gap-2">
      <span className="tabular sm:whitespace-nowrap" translate="no">
        {id}
      </span>
      <CopyButton text={id} label="Copy the ID" />
    </span>
  )
}
