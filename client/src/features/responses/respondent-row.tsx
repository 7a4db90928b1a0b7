import type { RespondentEntry } from '@portico/shared/contract/responses'
import { Icon } from '../../ui/icon.tsx'
import { callText } from './contact/call-text.ts'
import { EmailAddress } from '../../ui/email-address.tsx'

/** The name, with the id below it. */
export function Identity({ entry: { respondent } }: { entry: RespondentEntry }) {
  return (
    <span className="block min-w-0">
      <span className="block font-bold wrap-anywhere">
        <bdi>{respondent.fullName || 'Name not given'}</bdi>
      </span>
      <span className="block text-sm font-normal text-mute sm:whitespace-nowrap" translate="no">
        {respondent.anonymousId}
      </span>
    </span>
  )
}

/** Contact details, with a mark if the respondent must be phoned. */
export function Contact({ entry: { respondent, contact } }: { entry: RespondentEntry }) {
  const { email, phoneNumber, mustTelephone } = respondent
  return (
    <span className="grid min-w-0 justify-items-start gap-0.5">
      {email && (
        <a href={`mailto:${email}`} className="link">
          <EmailAddress email={email} />
        </a>
      )}
      {phoneNumber && (
        <a href={`tel:${phoneNumber}`} className="link whitespace-nowrap" dir="ltr">
          {phoneNumber}
        </a>
      )}
      {mustTelephone && <TelephoneMark why={email === null ? 'No email' : 'Not emailed'} phoneNumber={phoneNumber} />}
      {contact?.lastCall && contact.lastCall.outcome !== 'reached' && (
        <span className="text-sm text-mute">{callText(contact.lastCall)}</span>
      )}
    </span>
  )
}

function TelephoneMark({ why, phoneNumber }: { why: string; phoneNumber: string | null }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-sm bg-wait-soft px-2 py-0.5 text-sm font-medium text-wait">
      <Icon name={phoneNumber === null ? 'warning' : 'phone'} size={16} />
      {phoneNumber === null ? `${why}, no phone` : `${why}: telephone them`}
    </span>
  )
}

/** Number of remaining red answers out of the initial ones. */
export function RemainingFlags({ entry: { flag } }: { entry: RespondentEntry }) {
  if (flag.initialRedFlagAnswerCount === 0 && flag.currentRedFlagAnswerCount === 0) return <span>0</span>
  return (
    <span className="whitespace-nowrap">
      <b>{flag.currentRedFlagAnswerCount}</b>
      <span className="text-mute"> of {Math.max(flag.initialRedFlagAnswerCount, flag.currentRedFlagAnswerCount)}</span>
    </span>
  )
}
