import en from '@portico/shared/locales/en.json' with { type: 'json' }
import { languages, scriptLetters, type LanguageCode } from '@portico/shared/words/languages'
import { standardList } from '@portico/shared/words/what-to-bring'
import { expect, test } from 'vitest'
import { mailLanguage } from '../words.ts'
import { invitation, type InvitationFacts } from './invitation.ts'
import { layOut } from './page.ts'
import { reminder } from './reminder.ts'
import { staffLinkEmail } from './staff-link.ts'
import { workshopChange } from './workshop-change.ts'

const facts: InvitationFacts = {
  anonymousId: '23A4-5B6C-7D8E9',
  workshop: '2027 – W',
  date: '2027-04-03',
  time: { start: '09:00', end: '13:30' },
  address: { line1: '21 B', city: 'C' },
  bring: standardList,
  instruction: null,
}
const link = 'https://portico.test/x/7Zq-_9'

function emailsIn(code: LanguageCode) {
  const language = mailLanguage([code])
  return [
    layOut(invitation(language, facts)),
    layOut(invitation(language, { ...facts, date: null, time: null, address: null })),
    ...(['registration', 'verify', 'reset'] as const).map((kind) =>
      layOut(staffLinkEmail(language, kind, { to: 'a@b.c', link, name: 'Ñ' })),
    ),
    layOut(workshopChange(language, facts)),
    layOut(reminder(language, facts)),
  ]
}

test.each(languages)('every e-mail in $englishName has its language and direction, and no gaps', ({ code, direction }) => {
  for (const { text, html, subject, language } of emailsIn(code)) {
    expect(language).toBe(code)
    expect(html.match(/<(html|div) lang="([^"]+)" dir="(ltr|rtl)"/g)).toEqual([
      `<html lang="${code}" dir="${direction}"`,
      `<div lang="${code}" dir="${direction}"`,
    ])
    for (const part of [text, html, subject]) expect(part).not.toMatch(/\{\{|\}\}|undefined|null|NaN|Invalid/)
  }
})

test.each(languages.filter(({ code }) => code !== 'en'))('no e-mail in $englishName contains untranslated English', ({ code, script }) => {
  for (const { text, subject } of emailsIn(code)) {
    expect(text).toMatch(scriptLetters[script])
    const written = text.replaceAll(link, '')
    if (script !== 'Latn') {
      // What remains in Latin letters are names and generated values.
      const latin = [...written.matchAll(/\p{Script=Latin}+/gu)].map(([word]) => word)
      expect(new Set(latin)).toEqual(new Set(latin.filter((word) => ['Portico', 'W', 'A', 'B', 'C', 'D', 'E', 'Ñ'].includes(word))))
    }
    for (const sentence of sentencesOf(en.mail)) expect(`${subject}\n${written}`).not.toContain(sentence)
  }
})

test.each(languages)('an invitation in $englishName has a long Gregorian date', ({ code, script }) => {
  const [dated] = emailsIn(code)
  const year = new Intl.NumberFormat(code, { useGrouping: false }).format(2027)
  const line = dated!.text.split('\n').find((candidate) => candidate.startsWith(`${mailLanguage([code]).words.invitation.date}: `))
  expect(line).toContain(year)
  expect(line).toMatch(scriptLetters[script])
})

test.each(languages.filter(({ direction }) => direction === 'rtl'))(
  'numbers and addresses keep their order in $englishName',
  ({ code }) => {
    const [{ text, html } = { text: '', html: '' }, , registration] = emailsIn(code)
    expect(text).toContain('\u206623A4-5B6C-7D8E9\u2069')
    expect(text).toContain('\u206821 B, C\u2069')
    expect(html).toMatch(/<bdi dir="ltr"[^>]*>23A4-5B6C-7D8E9<\/bdi>/)
    expect(registration!.text).toContain(`\n${link}\n`)
    expect(registration!.html).toMatch(new RegExp(`<bdi dir="ltr"[^>]*>${link}</bdi>`))
  },
)

test('user-provided text cannot inject markup or headers', () => {
  const hostile = '</title><script>alert(1)</script>"\r\nBcc: everybody@example.org'
  const language = mailLanguage(['en'])
  const email = layOut(invitation(language, { ...facts, workshop: hostile, address: { line1: '<img src=x onerror=1>', city: '"><b>' } }))
  expect(email.html).not.toMatch(/<script|<img|<b>/)
  expect(email.subject).not.toMatch(/[\r\n]/)
  expect(layOut(staffLinkEmail(language, 'reset', { to: 'a@b.c', link, name: '<i>A</i>' })).html).not.toContain('<i>')
})

test('an invitation reveals no flag and no answer, in any language', () => {
  for (const { code } of languages) {
    const [dated] = emailsIn(code)
    expect(dated!.text).toContain(mailLanguage([code]).words.invitation.notAdvice)
    expect(`${dated!.text}${dated!.html}`).not.toMatch(/\b(red|green) dot\b|#(?:0a0|f00)/i)
  }
})

function sentencesOf(tree: object): string[] {
  return Object.values(tree).flatMap((branch: string | object) => {
    if (typeof branch !== 'string') return sentencesOf(branch)
    return branch
      .split(/\{\{\w+\}\}/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence.split(' ').length > 2)
  })
}
