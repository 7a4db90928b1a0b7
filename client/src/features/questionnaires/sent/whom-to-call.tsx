import { agencies } from '../../../content/agencies.ts'
import { site } from '../../../content/site.ts'
import { useWords } from '../../../words/language.ts'

/** Number of agencies to list if the organization that runs Portico has no phone number. */
const namedAgencies = 3

/** Lists whom to call, each with a phone link. */
export function WhomToCall() {
  const { t } = useWords()
  const answering = site.contactPhone
    ? [{ name: t('logo.portico'), phone: site.contactPhone }]
    : agencies
        .filter(({ verified, phoneNumber }) => verified && phoneNumber)
        .slice(0, namedAgencies)
        .map(({ agencyName, phoneNumber }) => ({ name: agencyName, phone: phoneNumber ?? '' }))
  return (
    <>
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
    </>
  )
}
