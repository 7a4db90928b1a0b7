import { Page } from '../../layout/page.tsx'
import { CheckInPanel } from '../workshops/check-in-panel.tsx'

/** /home/agency/workshop: the green dots of a workshop in which one's agency takes part, with check-in. */
export function WorkshopRespondentsPage() {
  return (
    <Page title="Workshop Respondent List">
      <CheckInPanel caption="Workshop respondents" withoutAccess="Your agency is not part of a workshop yet. An admin can add it." />
    </Page>
  )
}
