import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { QrCode } from '../../../ui/media/qr-code.tsx'

/** Whether the answers of a walk-in have arrived, or the record was removed meanwhile. */
export type WalkInState = 'waiting' | 'arrived' | 'removed'

interface WalkInLinkProps {
  walkInId: number
  fullName: string
  state: WalkInState
  onClose: () => void
}

/** Lets a walk-in answer the questionnaire: on their own phone by QR code, or on this device together with the signed-in user. */
export function WalkInLink({ walkInId, fullName, state, onClose }: WalkInLinkProps) {
  const create = trpc.workshops.createWalkInLink.useMutation()
  const link = create.data && paths.walkIn(create.data.workshopName, create.data.questionnaireName, create.data.token)
  const together = create.variables?.together === true
  return (
    <section aria-labelledby="link" className="grid justify-items-start gap-4">
      <h2 id="link" className="text-xl wrap-anywhere">
        <bdi>{fullName}</bdi>
      </h2>
      {create.error && <ErrorBanner error={create.error} />}
      <div role="status" className="grid w-full gap-4">
        {state === 'arrived' && <Banner kind="success">Their answers are here.</Banner>}
        {state === 'removed' && (
          <Banner kind="warning">
            Somebody removed this record, or the day is over: no answers have arrived. Look for them in the list, or start a new record.
          </Banner>
        )}
        {state === 'waiting' && link && !together && (
          <div className="grid justify-items-center gap-3 rounded-md border-2 border-ink bg-raised px-4 py-6 text-center">
            <QrCode text={location.origin + link} title="Link to the questions" />
            <p className="max-w-prose">They scan this with the camera of their phone and answer there. Their name is filled in already.</p>
          </div>
        )}
        {state === 'waiting' && link && together && (
          <div className="grid justify-items-start gap-3 rounded-md border border-line bg-raised px-4 py-4">
            <p>
              The questions open in a new tab, in their language. Nothing stays on this device. The record says that you typed with them.
            </p>
            <LinkButton to={link} newTab>
              Open the questions
            </LinkButton>
          </div>
        )}
      </div>
      {state === 'waiting' && (
        <div className="flex flex-wrap gap-3">
          <Button
            kind={link ? 'secondary' : 'primary'}
            busy={create.isPending && !together}
            busyLabel="Making the link"
            onClick={() => create.mutate({ walkInId, together: false })}
          >
            On their own phone
          </Button>
          <Button
            kind="secondary"
            busy={create.isPending && together}
            busyLabel="Making the link"
            onClick={() => create.mutate({ walkInId, together: true })}
          >
            Together, here
          </Button>
        </div>
      )}
      <Button kind="quiet" onClick={onClose}>
        {state === 'arrived' ? 'Next walk-in' : 'Back'}
      </Button>
    </section>
  )
}
