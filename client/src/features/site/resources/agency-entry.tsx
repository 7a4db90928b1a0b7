import type { Agency } from '../../../content/agencies.ts'
import { useWords } from '../../../words/language.ts'
import { Entry } from './entry.tsx'

/** A legal agency. */
export function AgencyEntry({ agency }: { agency: Agency }) {
  const { t } = useWords()
  return (
    <Entry
      name={agency.agencyName}
      note={agency.extraDetails}
      contact={{ address: addressOf(agency.address), phone: agency.phoneNumber, website: agency.websiteLink }}
      warning={agency.verified ? undefined : t('resources.agencies.unverified')}
      toConfirm={agency.toConfirm.map((topic) => t(`resources.agencies.confirm.${topic}`))}
    />
  )
}

function addressOf({ line1, line2, city, state, zip }: Agency['address']): string | null {
  const area = [state, zip].filter(Boolean).join(' ')
  return [line1, line2, city, area].filter(Boolean).join(', ') || null
}
