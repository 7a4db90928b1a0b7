import type { Workshop } from '@portico/shared/contract/workshops'
import { languageOf } from '@portico/shared/words/languages'
import { standardItemKeys } from '@portico/shared/words/what-to-bring'
import { type ReactNode } from 'react'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { WorkshopName } from '../../../layout/workshops/workshop-name.tsx'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { SkeletonBox } from '../../../ui/feedback/skeleton.tsx'
import { englishWords } from '../../../words/language.ts'
import { LocalDate } from '../../../words/local-date.tsx'
import { OverviewFigures } from '../../responses/figures/overview-figures.tsx'
import { OutdatedInvitations } from '../changes/outdated-invitations.tsx'
import { Slots } from './slots.tsx'
import { Volunteers } from './volunteers.tsx'

/** /home/admin/workshops/:name: shows everything about one workshop. */
export function WorkshopPage({ name }: { name: string }) {
  const workshop = trpc.workshops.getWorkshop.useQuery({ name })
  if (workshop.error)
    return (
      <Page title="Workshop">
        <ErrorBanner error={workshop.error} retry={() => void workshop.refetch()} />
      </Page>
    )
  if (!workshop.data)
    return (
      <Page title="Workshop">
        <SkeletonBox height={600} />
      </Page>
    )
  return (
    <Page
      title={workshop.data.title}
      subtitle={
        <code className="text-base wrap-anywhere">
          <WorkshopName name={name} test={workshop.data.test} />
        </code>
      }
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.changeWorkshop(name)} size="small">
            Change
          </LinkButton>
          <LinkButton to={paths.workshopDay(name)} kind="secondary" size="small">
            Green dots
          </LinkButton>
          <LinkButton to={paths.messages(name)} kind="secondary" size="small">
            Messages
          </LinkButton>
          <LinkButton to={`${paths.announcements()}?workshop=${encodeURIComponent(name)}`} kind="secondary" size="small">
            Announcement
          </LinkButton>
          <LinkButton to={`${paths.downloads()}?workshop=${encodeURIComponent(name)}`} kind="secondary" size="small">
            Downloads
          </LinkButton>
          <LinkButton to={paths.workshopPrint(name)} kind="secondary" size="small">
            Print
          </LinkButton>
        </div>
      }
    >
      <OutdatedInvitations only={name} />
      <Facts workshop={workshop.data} />
      <Numbers workshop={workshop.data} />
      <Slots workshop={workshop.data} />
      <Volunteers workshopName={name} />
      <WhatPeopleGet workshop={workshop.data} />
    </Page>
  )
}

function Facts({ workshop }: { workshop: Workshop }) {
  const { eventDate, startTime, endTime, timeZone, address, registrationOpen, disableAt, selfCheckIn } = workshop
  return (
    <dl className="grid gap-x-10 gap-y-4 border-y border-line py-6 sm:grid-cols-2 lg:grid-cols-4">
      <Fact name="Date">{eventDate ? <LocalDate value={eventDate} /> : 'Not set'}</Fact>
      <Fact name="Time">{startTime ? `${startTime}${endTime ? ` to ${endTime}` : ''}, ${timeZone.replaceAll('_', ' ')}` : 'Not set'}</Fact>
      <Fact name="Place">{address ? `${address.line1}, ${address.city}` : 'Not set'}</Fact>
      <Fact name="Registration">
        {registrationOpen ? 'Switched on' : 'Closed'}
        {registrationOpen && disableAt && (
          <>
            {' until '}
            <LocalDate value={disableAt} style="moment" />
          </>
        )}
        <span className="block text-mute">{selfCheckIn ? 'With self check-in' : 'Without self check-in'}</span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-mute">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Numbers({ workshop: { name, capacity, agencyIds } }: { workshop: Workshop }) {
  const overview = trpc.responses.getOverview.useQuery({ name })
  const agencies = trpc.agency.getAllAgencies.useQuery()
  const green = overview.data?.byFlag.find(({ flag }) => flag === 'green')?.respondents ?? 0
  const respondentsOf = (id: number) => overview.data?.byAgency.find(({ agency }) => agency?.id === id)?.respondents ?? 0
  const participating = (agencies.data ?? []).filter(({ id }) => agencyIds.includes(id))
  return (
    <section aria-label="Respondents and agencies" className="grid gap-4">
      <h2 className="text-xl">Respondents and agencies</h2>
      <OverviewFigures workshop={name} />
      {overview.data?.total === 0 && <p className="text-mute">Nobody has answered yet.</p>}
      {capacity !== null && (
        <p className={green > capacity ? 'font-bold text-stop' : ''}>
          {`Room for ${capacity.toLocaleString('en')}. ${green > capacity ? `${(green - capacity).toLocaleString('en')} green dots too many.` : `${(capacity - green).toLocaleString('en')} left.`}`}
        </p>
      )}
      {participating.length > 0 ? (
        <div className="grid gap-1">
          <h3 className="text-sm font-normal text-mute">Agencies that take part, with their respondents</h3>
          <ul className="grid gap-1">
            {participating.map(({ id, name: agency }) => (
              <li key={id} className="wrap-anywhere">{`${agency}: ${respondentsOf(id).toLocaleString('en')}`}</li>
            ))}
          </ul>
        </div>
      ) : (
        agencies.data && <p className="text-mute">No agency takes part. Red answers wait until one does.</p>
      )}
      <p>
        <Link href={`${paths.allResponses()}?workshop=${encodeURIComponent(name)}`} className="link">
          All respondents of this workshop
        </Link>
      </p>
    </section>
  )
}

function WhatPeopleGet({ workshop: { name, questionnaireNames, bring, instructions } }: { workshop: Workshop }) {
  const items = [
    ...bring.standard.map((item) => englishWords.t(`mail.invitation.${standardItemKeys[item]}`)),
    ...bring.own.map(({ text }) => text),
  ]
  return (
    <section aria-label="What people read" className="grid gap-x-10 gap-y-6 lg:grid-cols-3">
      <div className="grid content-start gap-3">
        <h2 className="text-xl">Questionnaires</h2>
        {questionnaireNames.length === 0 && <p className="text-mute">None. Nobody can register.</p>}
        <ul className="grid gap-1">
          {questionnaireNames.map((questionnaire) => (
            <li key={questionnaire}>
              <Link href={paths.workshopQuestionnaire(name, questionnaire)} className="link wrap-anywhere">
                {questionnaire}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className="grid content-start gap-3">
        <h2 className="text-xl">What to bring</h2>
        <ul className="grid list-disc gap-1 ps-5">
          {items.map((item) => (
            <li key={item} className="wrap-anywhere">
              {item}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid content-start gap-3">
        <h2 className="text-xl">Instruction in the invitation</h2>
        {Object.keys(instructions).length === 0 && <p className="text-mute">None.</p>}
        {Object.entries(instructions).map(([language, text]) => (
          <div key={language} className="grid gap-0.5">
            <h3 className="text-sm font-normal text-mute">{languageOf(language)?.englishName ?? language}</h3>
            <p lang={language} dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          </div>
        ))}
      </div>
    </section>
  )
}
