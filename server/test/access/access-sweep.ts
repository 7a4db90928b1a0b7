import type { Role } from '@portico/shared/words/roles'
import { access, type Cell, type Principal, principals } from '../../src/api/access.ts'
import type { SeedAccountName } from '../../src/seed/seed-accounts.ts'
import { samples, type World } from './access-calls.ts'
import { doors } from '../support/both-transports.ts'

/** One call of the agreed table. */
export interface Row {
  readonly path: string
  readonly cells: readonly Cell[]
}

// The agreed table, said a second time: a change of access.ts alone must not pass. Columns: anonymous, agency, admin, root, volunteer.
export const agreed: readonly Row[] = `
  questionnaires.getQuestionnaireByNameAndLanguageCode           Y Y Y Y Y
  questionnaires.getQuestionnaireById                            - Y Y Y Y
  questionnaires.addNewFullQuestionnaire                         - - Y Y -
  questionnaires.getQuestionnaireList                            - - Y Y -
  questionnaires.getQuestionnaireFile                            - - Y Y -
  questionnaires.checkFiles                                      - - Y Y -
  responses.addNewQuestionnaireResponse                          Y Y Y Y Y
  responses.getAllResponses                                      - - Y Y -
  responses.getResponseForAdmin                                  - - Y Y -
  responses.getOverview                                          - - Y Y -
  responses.getWorkshopGreenDotResponses                         - o Y Y o
  responses.getWorkshopGreenDotRespondent                        - o Y Y o
  responses.getWorkshopGreenDotAnswerInfo                        - o Y Y o
  responses.submitWorkshopGreenDotAnswerOverride                 - o Y Y o
  responses.submitWorkshopGreenDotRespondentStatusOverride       - o Y Y o
  responses.getRespondentAnswerInfo                              - o Y Y -
  responses.assignRespondent                                     - - Y Y -
  responses.withdrawForce                                        - - Y Y -
  workshops.getWorkshopQuestionnaire                             Y Y Y Y Y
  workshops.getDefaultWorkshop                                   Y Y Y Y Y
  workshops.getOpenWorkshopList                                  Y Y Y Y Y
  workshops.respondentCheckIn                                    o o Y Y o
  workshops.isRespondentCheckedIn                                o o Y Y o
  workshops.undoCheckIn                                          - o Y Y o
  workshops.getWorkshopList                                      - o Y Y o
  workshops.saveWorkshop                                         - - Y Y -
  workshops.getWorkshop                                          - - Y Y -
  admin.generateRegistrationLink                                 - - o o -
  admin.registrationOptions                                      - Y Y Y Y
  admin.getAccountList                                           - - Y Y -
  admin.updateAccount                                            - - o Y -
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
  agency.getAssignedRespondents                                  - o Y Y -
  agency.getAssignedRespondent                                   - o Y Y -
  agency.submitAnswerOverride                                    - o Y Y -
  agency.submitRespondentStatusOverride                          - o Y Y -
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
  .map(([path = '', ...cells]) => ({ path, cells: cells.filter((cell) => cell === 'Y' || cell === 'o' || cell === '-') }))

const member: Record<Principal, SeedAccountName | undefined> = {
  anonymous: undefined,
  AGENCY: 'ana',
  ADMIN_USER: 'adam',
  ROOT_USER: 'rosa',
  VOLUNTEERV1: 'vera',
} satisfies Record<Role | 'anonymous', SeedAccountName | undefined>

/**
 * Makes a call as a principal through both doors and compares with the agreed cell: done, or refused in the agreed words, and that before
 * anybody looks at what was sent. Answers a line for each difference.
 */
export async function sweepCell(world: World, { path, cells }: Row, principal: Principal): Promise<string[]> {
  const refused = cells[principals.indexOf(principal)] === '-'
  const wanted = refused ? refusals[principal === 'anonymous' ? 'anonymous' : 'staff'] : 'done'
  const faults: string[] = []
  for (const [name, call] of doors) {
    const { input, headers = {} } = (await samples[path]?.(world)) ?? {}
    const { accessToken: token } = await world.portico.as(member[principal])
    for (const sent of refused ? [input, 'nonsense'] : [input]) {
      const answer = await call(world.portico.app, path, sent, { token, headers }).catch(strange)
      const got = answer.ok ? 'done' : [answer.status, answer.id, answer.message].join(' ')
      if (got !== wanted) faults.push(`${path} for ${principal} at ${name}: ${got}, agreed is ${wanted}`)
    }
  }
  return faults
}

const refusals = {
  anonymous: '401 UNAUTHENTICATED Authentication failure for endpoint',
  staff: '403 FORBIDDEN Not authorized for endpoint',
}

// An answer that the API document does not know.
function strange(error: unknown) {
  return { ok: false, status: 0, id: 'undocumented', message: error instanceof Error ? error.message : String(error) }
}

/** A whole row, as `sweepCell`. */
export async function sweepRow(world: World, row: Row): Promise<string[]> {
  const faults: string[] = []
  for (const principal of principals) faults.push(...(await sweepCell(world, row, principal)))
  return faults
}

/** Runs with another row in the table that the guard reads; undefined: without the row. */
export async function withRow<Result>(path: string, cells: readonly Cell[] | undefined, run: () => Promise<Result>): Promise<Result> {
  const before = access[path]
  if (cells) Object.assign(access, { [path]: cells })
  else Reflect.deleteProperty(access, path)
  try {
    return await run()
  } finally {
    Object.assign(access, { [path]: before })
  }
}
