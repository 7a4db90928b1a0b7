import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useWords } from '../../../words/language.ts'

/** Contact details of a place. Null values are unknown and not shown. */
export interface Contact {
  readonly address: string | null
  readonly phone: string | null
  readonly hours?: string | null
  readonly website?: string | null
}

/** Shows address, phone number, hours and website, each with an icon; in English and left to right in every language. */
export function ContactLines({ address, phone, hours, website }: Contact) {
  const { t } = useWords()
  return (
    <dl dir="ltr" className="grid gap-1">
      {address && (
        <Line icon="map-pin" label={t('resources.address')}>
          {withNoBreakSpaces(address)}
        </Line>
      )}
      {phone && (
        <Line icon="phone" label={t('resources.phone')}>
          <a href={`tel:${phone}`} className="link tabular -my-3 inline-block py-3">
            {localPhone(phone)}
          </a>
        </Line>
      )}
      {hours && (
        <Line icon="clock" label={t('resources.hours')}>
          {withNoBreakSpaces(hours)}
        </Line>
      )}
      {website && (
        <Line icon="globe" label={t('resources.website')}>
          <a href={website} target="_blank" rel="noopener noreferrer" className="link -my-3 inline-block py-3">
            {website.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
            <span className="sr-only"> ({t('nav.newTab')})</span>
          </a>
        </Line>
      )}
    </dl>
  )
}

function Line({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="flex h-8 shrink-0 items-center text-mute">
        <Icon name={icon} label={label} size={20} />
      </dt>
      <dd lang="en" className="min-w-0 py-1">
        {children}
      </dd>
    </div>
  )
}

/** Inserts no-break spaces where text must not wrap: CA 95110, 8:30 a.m. */
function withNoBreakSpaces(text: string): string {
  return text.replace(/ (?=\d{5}$|[ap]\.m\.|noon)/g, '\u00a0')
}

/** Formats +14084533003 as (408) 453-3003; returns numbers in other formats unchanged. */
function localPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
