import * as contract from '@portico/shared/contract/auth'
import { adminRouter } from '../features/admin/router.ts'
import { agencyRouter } from '../features/agency/router.ts'
import { getProfile } from '../features/auth/queries.ts'
import { announcementsRouter } from '../features/announcements/router.ts'
import { authRouter } from '../features/auth/router.ts'
import { correctionsRouter } from '../features/corrections/router.ts'
import { downloadsRouter } from '../features/downloads/router.ts'
import { draftsRouter } from '../features/drafts/router.ts'
import { messagesRouter } from '../features/messages/router.ts'
import { privacyRouter } from '../features/privacy/router.ts'
import { questionnairesRouter } from '../features/questionnaires/router.ts'
import { responsesRouter } from '../features/responses/router.ts'
import { seatsRouter } from '../features/seats/router.ts'
import { translationsRouter } from '../features/translations/router.ts'
import { webhooksRouter } from '../features/webhooks/router.ts'
import { workshopsRouter } from '../features/workshops/router.ts'
import { noInput, query, router } from './procedures.ts'

/** Every call of Portico. Paths are the documented ones, with dots for slashes. */
export const appRouter = router({
  getMyProfile: query
    .meta({ summary: 'Your own profile', withoutEnvelope: true })
    .input(noInput)
    .output(contract.profile)
    .query(({ ctx }) => getProfile(ctx)),
  admin: adminRouter,
  agency: agencyRouter,
  announcements: announcementsRouter,
  auth: authRouter,
  corrections: correctionsRouter,
  downloads: downloadsRouter,
  drafts: draftsRouter,
  messages: messagesRouter,
  privacy: privacyRouter,
  questionnaires: questionnairesRouter,
  responses: responsesRouter,
  seats: seatsRouter,
  translations: translationsRouter,
  webhooks: webhooksRouter,
  workshops: workshopsRouter,
})

export type AppRouter = typeof appRouter
