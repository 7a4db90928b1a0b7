import { limits } from '@portico/shared/words/limits'
import { agencies } from '../../../content/agencies.ts'
import { site } from '../../../content/site.ts'
import { localDate } from '../../../words/local-date.tsx'
import { useWords } from '../../../words/language.ts'
import type { DraftState } from '../draft/draft.ts'

/** How many agencies are named when the organisation that runs Portico has no telephone of its own. */
const namedAgencies = 3

/** Registration was closed while someone answered: until when the answers are kept, and who can be called. */
export function ClosedNotice({ state }: { state: DraftState }) {
  const { t, language } = useWords()
  const until = localDate(new Date(state.savedAt + limits.draftKeptMs).toISOString().slice(0, 10), language)
  const answering = site.contactPhone
    ? [{ name: t('logo.portico'), phone: site.contactPhone }]
    : agencies
        .filter(({ verified, phoneNumber }) => verified && phoneNumber)
        .slice(0, namedAgencies)
        .map(({ agencyName, phoneNumber }) => ({ name: agencyName, phone: phoneNumber ?? '' }))
  return (
    <div className="grid gap-4">
      <p>{state.keeping === 'device' ? t('questionnaire.closed.kept', { date: until }) : t('questionnaire.closed.shared')}</p>
      <p>{t('questionnaire.closed.call')}</p>
      <ul className="grid gap-2">
        {answering.map(({ name, phone }) => (
          <li key={phone} className="grid">
            <bdi lang="en">{name}</bdi>
            <a href={`tel:${phone}`} dir="ltr" className="link tabular inline-flex min-h-12 items-center justify-self-start font-bold">
              {phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')}
            </a>
          </li>
        ))}
      </ul>
      {site.contactEmail && <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>}
    </div>
  )
}
