import { clockTimes } from '@portico/shared/words/clock-times'
import { languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { localizedText } from '@portico/shared/words/what-to-bring'
import { useState } from 'react'
import type { RestOutput } from '../../api/rest.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/language.ts'
import { LocalDate } from '../../words/local-date.tsx'

export type OpenedSeat = RestOutput<'seats/openSeat'>
export type SeatRequest = { readonly kind: 'take'; readonly slotId: number } | { readonly kind: 'wait' | 'cancel' }

interface SeatChoiceProps {
  opened: OpenedSeat
  /** The action that is in progress. */
  busy: string | undefined
  onRequest: (request: SeatRequest) => void
}

/** Shows the respondent's seat and what they can choose: an offer, a free slot or the waiting list. */
export function SeatChoice({ opened, busy, onRequest }: SeatChoiceProps) {
  const { seat, waiting, slots, workshop } = opened
  const free = slots.filter((slot) => slot.free > 0 && slot.slotId !== seat?.slotId)
  return (
    <div className="grid gap-8">
      <WhenAndWhere workshop={workshop} />
      {seat && <OwnSeat seat={seat} timeZone={workshop.timeZone} busy={busy} onRequest={onRequest} />}
      {waiting && <Waiting ahead={waiting.ahead} busy={busy} onRequest={onRequest} />}
      {free.length > 0 && <FreeTimes slots={free} moving={seat !== null} busy={busy} onRequest={onRequest} />}
      {free.length === 0 && !seat && !waiting && <Full busy={busy} onRequest={onRequest} />}
    </div>
  )
}

function WhenAndWhere({ workshop: { title, titles, eventDate, address } }: Pick<OpenedSeat, 'workshop'>) {
  const { language } = useWords()
  return (
    <div className="grid gap-1 border-y border-line py-4">
      <p className="text-lg font-bold wrap-anywhere">
        <bdi>{localizedText(language, title, titles).text}</bdi>
      </p>
      {eventDate && (
        <p>
          <LocalDate value={eventDate} style="full" />
        </p>
      )}
      {address && (
        <p className="flex items-center gap-2 text-mute">
          <Icon name="map-pin" />
          <bdi>{`${address.line1}, ${address.city}`}</bdi>
        </p>
      )}
    </div>
  )
}

interface PartProps extends Pick<SeatChoiceProps, 'busy' | 'onRequest'> {}

function OwnSeat({ seat, timeZone, busy, onRequest }: PartProps & { seat: NonNullable<OpenedSeat['seat']>; timeZone: string }) {
  const { t, language } = useWords()
  const [asking, setAsking] = useState(false)
  const time = shownTime(seat.time, language)
  const { offeredUntil, slotId } = seat
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">{t(offeredUntil ? 'seat.offered' : 'seat.at', { time })}</h2>
      {offeredUntil && <p>{t('seat.offeredLead', { until: `\u2068${shownMoment(offeredUntil, timeZone, language)}\u2069` })}</p>}
      <div className="flex flex-wrap gap-3">
        {offeredUntil && (
          <Button busy={busy === String(slotId)} onClick={() => onRequest({ kind: 'take', slotId })}>
            {t('seat.take')}
          </Button>
        )}
        <Button kind="secondary" onClick={() => setAsking(true)}>
          {t('seat.cancel')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t('seat.cancel')}
        confirmLabel={t('seat.cancelYes')}
        busy={busy === 'cancel'}
        onConfirm={() => {
          setAsking(false)
          onRequest({ kind: 'cancel' })
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{t('seat.cancelLead')}</p>
      </ConfirmDialog>
    </section>
  )
}

function Waiting({ ahead, busy, onRequest }: PartProps & { ahead: number }) {
  const { t, language } = useWords()
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">{t('seat.waiting')}</h2>
      <p>{t('seat.ahead', { count: new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(ahead) })}</p>
      <p>{t('seat.waitingLead')}</p>
      <div>
        <Button kind="secondary" busy={busy === 'cancel'} onClick={() => onRequest({ kind: 'cancel' })}>
          {t('seat.leave')}
        </Button>
      </div>
    </section>
  )
}

function Full({ busy, onRequest }: PartProps) {
  const { t } = useWords()
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">{t('seat.full')}</h2>
      <p>{t('seat.fullLead')}</p>
      <div>
        <Button busy={busy === 'wait'} onClick={() => onRequest({ kind: 'wait' })}>
          {t('seat.join')}
        </Button>
      </div>
    </section>
  )
}

function FreeTimes({ slots, moving, busy, onRequest }: PartProps & { slots: OpenedSeat['slots']; moving: boolean }) {
  const { t, language } = useWords()
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t(moving ? 'seat.other' : 'seat.choose')}</h2>
      <ul className="border-t border-line">
        {slots.map(({ slotId, time, free, languages }) => (
          <li
            key={slotId}
            className="grid items-center justify-items-start gap-x-4 gap-y-2 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div className="min-w-0">
              <p className="text-lg font-bold">{shownTime(time, language)}</p>
              <p className="text-sm text-mute">
                {t('seat.free', { count: new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(free) })}
              </p>
              {languages.length > 0 && (
                <p className="text-sm">
                  {t('seat.interpreter', {
                    languages: languages.map((code) => `\u2068${languageOf(code)?.nativeName ?? code}\u2069`).join(', '),
                  })}
                </p>
              )}
            </div>
            <Button
              kind={moving ? 'secondary' : 'primary'}
              busy={busy === String(slotId)}
              aria-label={`${t('seat.take')}: ${shownTime(time, language)}`}
              onClick={() => onRequest({ kind: 'take', slotId })}
            >
              {t('seat.take')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function shownTime(time: string, language: LanguageCode): string {
  return clockTimes({ start: time, end: null }, language, 'latn')
}

// In the workshop's time zone, wherever the reader is.
function shownMoment(moment: string, timeZone: string, language: LanguageCode): string {
  const style = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, { ...style, timeZone, calendar: 'gregory', numberingSystem: 'latn' }).format(new Date(moment))
}
