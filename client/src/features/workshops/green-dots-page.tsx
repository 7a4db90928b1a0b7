import { failures } from '@portico/shared/words/failures'
import { Page } from '../../layout/page.tsx'
import { CheckInPanel } from './check-in-panel.tsx'

/** /home/volunteer/workshop: the check-in of a workshop, for volunteers. */
export function GreenDotsPage() {
  return (
    <Page title="Green Dots">
      <CheckInPanel caption="Green dots" withoutAccess={failures.VOLUNTEER_CANT_ACCESS_WORKSHOP} />
    </Page>
  )
}
