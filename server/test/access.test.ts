import { describe, expect, it } from 'vitest'
import { appRouter } from '../src/api/root.ts'
import { endpointsOf } from '../src/api/rest.ts'
import type { CastName } from '../src/demonstration/cast.ts'
import { openPortico } from './harness.ts'

const portico = await openPortico()

// The agreed table, said a second time: a change of access.ts alone must not pass. Columns: anonymous, agency, admin, root, volunteer.
const agreed = `
  questionnaires.getQuestionnaireByNameAndLanguageCode           Y Y Y Y Y
  questionnaires.getQuestionnaireById                            - Y Y Y Y
  questionnaires.addNewFullQuestionnaire                         - - Y Y -
  questionnaires.getQuestionnaireList                            - - Y Y -
  questionnaires.checkFiles                                      - - Y Y -
  responses.addNewQuestionnaireResponse                          Y Y Y Y Y
  responses.getAllResponses                                      - - Y Y -
  responses.getResponseForAdmin                                  - - Y Y -
  responses.getOverview                                          - - Y Y -
  responses.getWorkshopGreenDotResponses                         - Y Y Y Y
  responses.getWorkshopGreenDotRespondent                        - Y Y Y Y
  responses.getWorkshopGreenDotAnswerInfo                        - Y Y Y Y
  responses.submitWorkshopGreenDotAnswerOverride                 - Y Y Y Y
  responses.submitWorkshopGreenDotRespondentStatusOverride       - Y Y Y Y
  responses.getRespondentAnswerInfo                              - Y Y Y -
  responses.assignRespondent                                     - - Y Y -
  responses.withdrawForce                                        - - Y Y -
  workshops.getWorkshopQuestionnaire                             Y Y Y Y Y
  workshops.getDefaultWorkshop                                   Y Y Y Y Y
  workshops.getOpenWorkshopList                                  Y Y Y Y Y
  workshops.respondentCheckIn                                    Y Y Y Y Y
  workshops.isRespondentCheckedIn                                Y Y Y Y Y
  workshops.undoCheckIn                                          - Y Y Y Y
  workshops.getWorkshopList                                      - Y Y Y Y
  workshops.saveWorkshop                                         - - Y Y -
  workshops.getWorkshop                                          - - Y Y -
  admin.generateRegistrationLink                                 - - Y Y -
  admin.registrationOptions                                      - Y Y Y Y
  admin.getAccountList                                           - - Y Y -
  admin.updateAccount                                            - - Y Y -
  downloads.enqueueDownload                                      - - Y Y -
  downloads.getDownloadList                                      - - Y Y -
  downloads.getDownloadListItem                                  - - Y Y -
  downloads.getDownloadStatus                                    - - Y Y -
  downloads.cancelDownload                                       - - Y Y -
  downloads.getDownloadFile                                      - - Y Y -
  agency.getMyAgencyList                                         - Y Y Y -
  agency.getAllAgencies                                          - - Y Y -
  agency.getAgencyDetails                                        - - Y Y -
  agency.saveAgency                                              - - Y Y -
  agency.getAssignedRespondents                                  - Y Y Y -
  agency.getAssignedRespondent                                   - Y Y Y -
  agency.submitAnswerOverride                                    - Y Y Y -
  agency.submitRespondentStatusOverride                          - Y Y Y -
  getMyProfile                                                   - Y Y Y Y
  auth.login.local                                               Y Y Y Y Y
  auth.register.local                                            Y Y Y Y Y
  auth.register.verify                                           Y Y Y Y Y
  auth.beginResetPassword                                        Y Y Y Y Y
  auth.finishResetPassword                                       Y Y Y Y Y
  auth.getOverriddenCredentials                                  Y Y Y Y Y
  auth.tokens.refresh                                            Y Y Y Y Y
  auth.sign-out                                                  Y Y Y Y Y`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .map(([path = '', ...cells]) => ({ path, cells }))

const principals: readonly (CastName | undefined)[] = [undefined, 'ana', 'adam', 'rosa', 'vera']

describe('who may make which call', () => {
  it('is agreed for every call, and for no call that is not there', () => {
    const paths = endpointsOf(appRouter).map((endpoint) => endpoint.path)
    expect(paths.toSorted()).toEqual(agreed.map((row) => row.path).toSorted())
  })

  describe.each(principals.map((principal, column) => ({ who: principal ?? 'anonymous', principal, column })))(
    'for $who',
    ({ principal, column }) => {
      it.each(agreed.filter(({ path }) => path !== 'auth.sign-out' || principal === undefined))('$path', async ({ path, cells }) => {
        const person = await portico.as(principal)
        const refused = principal === undefined ? 401 : 403
        const headers = { 'content-type': 'application/json', ...(person.accessToken && { authorization: `Bearer ${person.accessToken}` }) }
        for (const url of [`/api/${path.replaceAll('.', '/')}`, `/trpc/${path}`]) {
          const answer = await portico.app.inject({ method: 'POST', url, headers, payload: '{}' })
          const said = `${url}: ${answer.statusCode} ${answer.body}`
          if (cells[column] === '-') {
            expect(answer.statusCode, said).toBe(refused)
            expect(answer.body, said).toContain(
              principal === undefined ? 'Authentication failure for endpoint' : 'Not authorized for endpoint',
            )
          } else {
            expect(answer.body, said).not.toMatch(/UNAUTHENTICATED|FORBIDDEN/)
            expect(answer.statusCode, said).toBeLessThan(500)
          }
        }
      })
    },
  )
})
