import { clockTimes } from '@portico/shared/words/clock-times'
import { checklistIn, localizedText } from '@portico/shared/words/what-to-bring'
import type { LanguageCode } from '@portico/shared/words/languages'
import { useEffect, useRef } from 'react'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { useWords } from '../../../words/language.ts'
import { localDate } from '../../../words/local-date.tsx'
import type { Translate } from '../../../words/translate.ts'
import { BringList } from '../sent/bring-list.tsx'
import { WhomToCall } from '../sent/whom-to-call.tsx'
import '../sent/print-sheet.css'
import type { Status } from './ask-status.ts'
import { calendarFile, timesAt } from './calendar-file.ts'

type Workshop = NonNullable<Status['workshop']>

/** Shows exactly one of four answers, with its actions. */
export function StatusAnswer({ status: { status, workshop }, onAgain }: { status: Status; onAgain: () => void }) {
  const { t, language } = useWords()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    page.current?.focus()
  }, [])
  return (
    <div ref={page} tabIndex={-1} role="status" className="print-sheet outline-none">
      <Page title={titleOf(status, workshop, t, language)} width="prose">
        {status === 'received' && <p>{t('status.receivedText')}</p>}
        {status === 'reading' && (
          <p>
            {t('sent.message')} {t('sent.wait')}
          </p>
        )}
        {status === 'invited' && workshop && <Invitation workshop={workshop} />}
        {status === 'call' && (
          <div className="grid gap-4">
            <p>{t('status.callText')}</p>
            <WhomToCall />
          </div>
        )}
        <div className="no-print">
          <Button kind="secondary" onClick={onAgain}>
            {t('status.other')}
          </Button>
        </div>
      </Page>
    </div>
  )
}

function titleOf(status: Status['status'], workshop: Status['workshop'], t: Translate, language: LanguageCode) {
  switch (status) {
    case 'received':
    case 'reading':
    case 'call':
      return t(`status.${status}`)
    case 'invited': {
      // Isolated, because the title's direction may differ from the sentence's.
      const title = workshop ? `\u2068${localizedText(language, workshop.title, workshop.titles).text}\u2069` : ''
      const date = workshop?.eventDate ? localDate(workshop.eventDate, language, 'full') : undefined
      return date === undefined ? t('status.comeLater', { workshop: title }) : t('status.come', { workshop: title, date })
    }
  }
}

function Invitation({ workshop }: { workshop: Workshop }) {
  const { t, language } = useWords()
  const { eventDate, seat, address, bring } = workshop
  const place = placeOf(workshop)
  const times = timesAt(workshop)
  // Only the time of the seat is shown, as in emails.
  const time = times && seat?.time ? { ...times, end: null } : times
  return (
    <>
      {!eventDate && <p>{t('mail.invitation.dateLater')}</p>}
      <dl className="grid gap-3">
        {time && (
          <div>
            <dt className="text-mute">{t('mail.invitation.time')}</dt>
            <dd className="text-lg">{clockTimes(time, language, 'latn')}</dd>
          </div>
        )}
        <div>
          <dt className="text-mute">{t('mail.invitation.place')}</dt>
          <dd className="text-lg">{place === undefined ? t('mail.invitation.placeLater') : <bdi>{place}</bdi>}</dd>
        </div>
      </dl>
      <div className="no-print flex flex-wrap gap-3">
        {seat && <LinkButton to={paths.yourSeat(seat.token)}>{t(seat.time ? 'mail.seat.change' : 'mail.seat.choose')}</LinkButton>}
        {eventDate && <CalendarButton workshop={workshop} day={eventDate} />}
        {address && (
          <LinkButton
            kind="secondary"
            icon="map-pin"
            to={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place ?? '')}`}
          >
            {t('status.directions')}
          </LinkButton>
        )}
        <Button kind="secondary" onClick={() => print()}>
          {t('sent.print')}
        </Button>
      </div>
      <section className="prose">
        <BringList bring={bring} />
      </section>
    </>
  )
}

function CalendarButton({ workshop, day }: { workshop: Workshop; day: string }) {
  const { t, language } = useWords()
  const save = () => {
    const things = checklistIn(language, workshop.bring, (key) => t(`mail.invitation.${key}`)).map(({ text }) => `- ${text}`)
    const notes = [t('mail.invitation.bring'), `- ${t('sent.bringNumber')}`, ...things].join('\n')
    const { name, timeZone } = workshop
    const { text: title } = localizedText(language, workshop.title, workshop.titles)
    const event = { title, day, time: timesAt(workshop), timeZone, place: placeOf(workshop), notes }
    saveText(calendarFile({ id: `${name}@${location.hostname}`, ...event }, new Date()), 'text/calendar;charset=utf-8', `${name}.ics`)
  }
  return (
    <Button icon="clock" onClick={save}>
      {t('status.calendar')}
    </Button>
  )
}

function placeOf({ address }: Workshop): string | undefined {
  return address ? `${address.line1}, ${address.city}` : undefined
}

function saveText(text: string, type: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
