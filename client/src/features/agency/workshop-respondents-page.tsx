import { WorkshopDayPage } from '../workshops/green-dots-page.tsx'

/**
 * /home/agency/workshop: lists the green dots of a workshop in which the user's agency takes part, with check-in and the door as a second
 * view.
 */
export function WorkshopRespondentsPage() {
  return (
    <WorkshopDayPage
      title="Workshop Respondent List"
      caption="Workshop respondents"
      accessDeniedText="Your agency is not part of a workshop yet. An admin can add it."
      first="details"
    />
  )
}
