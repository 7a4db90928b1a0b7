import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import { sendMessages } from '../../src/features/messages/outbox.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from './builders.ts'
import { openPortico } from './harness.ts'

const texts = {
  en: { subject: 'We start at ten', text: 'At ten, not at nine.\n\nSee you there.' },
  es: { subject: 'Empezamos a las diez', text: 'A las diez, no a las nueve.' },
}

/** Opens a portal with a new workshop for each test, and returns what tests need to announce something there and to read who hears it. */
export async function openAnnouncementPortal() {
  const portico = await openPortico()
  await buildQuestionnaire(portico)
  let turn = 0
  /** The workshop of the test, and the name of another one. */
  const at = { workshopName: '', elsewhere: '' }
  const adam = async () => portico.as('adam')
  const email = (who: string) => `${who}${turn}@respondents.example`
  const isAnnouncement = ({ subject }: { readonly subject: string }) => Object.values(texts).some((text) => text.subject === subject)
  const announced = () => portico.outbox.filter(isAnnouncement)

  beforeEach(async () => {
    portico.setTime('2026-11-21T20:00:00Z')
    turn += 1
    Object.assign(at, { workshopName: `announced_${turn}`, elsewhere: `elsewhere_${turn}` })
    await buildWorkshop(portico, { name: at.workshopName, isDefault: false })
  })

  return {
    portico,
    texts,
    at,
    adam,
    email,
    isAnnouncement,
    announced,
    arrive: (who: string, more: Readonly<Record<string, string>> = {}) =>
      buildRespondent(portico, { email: email(who), contactLanguage: 'en', ...more }, { workshopName: at.workshopName }),
    send: async (more: object = {}) =>
      (await (await adam()).rest('announcements/sendAnnouncement', { workshopName: at.workshopName, texts, key: randomUUID(), ...more }))
        .body,
    sendDue: () => sendMessages(portico.services, new AbortController().signal, false),
    heard: () =>
      announced()
        .map(({ to }) => to)
        .filter((to) => to.includes(`${turn}@`)),
  }
}
