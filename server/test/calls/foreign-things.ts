import { buildRespondent, buildWorkshop, twoReds, workshopName } from '../support/builders.ts'
import type { ForeignCase } from './call-row.ts'
import { about, answerIdIn, flagRed, missing, missingId, missingNumber, newCase, reason, type World } from './world.ts'

/** Respondents and workshops that are foreign to Ana, Vera and the public. */
export interface ForeignThings {
  readonly world: World
  readonly green: string
  readonly case: string
  readonly caseElsewhere: string
  readonly withoutSelfCheckIn: string
  readonly notToday: string
  /** A case of Ana's, foreign to the public. */
  readonly anas: string
}

/** Creates the foreign objects: a workshop of Ben's agency only, to which Vera has no grant, with open registration, among others. */
export async function openForeignThings(world: World): Promise<ForeignThings> {
  const { portico, adam, agencies } = world
  await buildWorkshop(portico, { name: 'elsewhere', isDefault: false, agencyIds: [agencies.ben] })
  await buildWorkshop(portico, { name: 'by_hand', isDefault: false, selfCheckIn: false })
  await buildWorkshop(portico, { name: 'next_year', isDefault: false, eventDate: '2027-12-18' })
  await portico.sql(`delete from workshop_access using workshop where workshop.id = workshop_id and name <> $1`, [workshopName])
  const things = {
    world,
    green: await buildRespondent(portico, {}, { workshopName: 'elsewhere' }),
    case: await buildRespondent(portico, { ...twoReds, contactLanguage: 'vi' }),
    caseElsewhere: await buildRespondent(portico, twoReds, { workshopName: 'elsewhere' }),
    withoutSelfCheckIn: await buildRespondent(portico, {}, { workshopName: 'by_hand' }),
    notToday: await buildRespondent(portico, {}, { workshopName: 'next_year' }),
    anas: await newCase(portico),
  }
  await adam.call.workshops.respondentCheckIn(about(things.green))
  return things
}

/** For calls about the green dots of a workshop. */
export function foreignGreenDots(things: ForeignThings, wrap: (anonymousId: string) => unknown = about): ForeignCase {
  return {
    foreign: {
      'a green dot of a foreign workshop': wrap(things.green),
      'somebody in progress at their own workshop': wrap(things.case),
      'somebody in progress at a foreign workshop': wrap(things.caseElsewhere),
    },
    missing: wrap(missingId),
    refusal: 'NOT_FOUND',
  }
}

/** For calls about the cases of an agency. */
export function foreignCases(things: ForeignThings, wrap: (anonymousId: string) => unknown = about): ForeignCase {
  return {
    foreign: {
      'a case of another agency': wrap(things.case),
      'a case of another agency at a foreign workshop': wrap(things.caseElsewhere),
      'a green dot of their own workshop, who is nobody’s case': wrap(things.world.green),
    },
    missing: wrap(missingId),
    refusal: 'NOT_FOUND',
  }
}

/** For calls about one answer of these respondents. */
export async function foreignAnswers({ world }: ForeignThings, ...whose: string[]): Promise<ForeignCase> {
  const answers = whose.map(async (id) => [`an answer of ${id}`, flagRed(await answerIdIn(world, id, 'deported'))] as const)
  return { foreign: Object.fromEntries(await Promise.all(answers)), missing: flagRed(missingNumber), refusal: 'NOT_FOUND' }
}

/** For self check-in by the public. */
export function notForSelfCheckIn(things: ForeignThings): ForeignCase {
  return {
    foreign: {
      'somebody who is not green': about(things.anas),
      'somebody of a workshop without self check-in': about(things.withoutSelfCheckIn),
      'somebody on another day': about(things.notToday),
    },
    missing,
    refusal: 'NOT_FOUND',
  }
}

/** For undoing a check-in. */
export function foreignCheckIn({ world, green }: ForeignThings): ForeignCase {
  return {
    foreign: {
      'somebody checked in at a foreign workshop': { ...about(green), reason },
      'somebody of their own workshop who is not green': { ...about(world.waiting), reason },
    },
    missing: { ...missing, reason },
    refusal: 'NOT_FOUND',
  }
}
