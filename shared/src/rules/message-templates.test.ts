import { describe, expect, it } from 'vitest'
import { languages } from '../words/languages.ts'
import { templateTexts } from '../words/message-templates.ts'
import { faultsOfTemplate } from './message-templates.ts'

const texts = { subject: 'Soon: {{workshop}}', lead: 'See you at {{workshop}}.' }

describe('faultsOfTemplate', () => {
  it.each([
    ['that are complete', texts, []],
    ['with a missing one', { subject: texts.subject }, ['lead']],
    ['with a text message', { ...texts, short: 'Soon: {{workshop}}.' }, []],
    ['with a text message that is too long', { ...texts, short: 'x'.repeat(301) }, ['short']],
    ['with an empty one', { ...texts, lead: ' ' }, ['lead']],
    ['with an unknown one', { ...texts, welcome: 'Hello' }, ['welcome']],
    ['with an unknown placeholder', { ...texts, lead: 'Hello {{name}}' }, ['lead']],
    ['with an unclosed placeholder', { ...texts, lead: 'See you at {{workshop}' }, ['lead']],
    ['with a subject without the workshop', { ...texts, subject: 'Soon' }, ['subject']],
  ])('checks texts %s', (_what, given, faulty) => {
    expect(faultsOfTemplate('reminder', given).map(({ key }) => key)).toEqual(faulty)
  })

  it.each(languages)('accepts the shipped texts in $englishName', async ({ code }) => {
    const { mail } = ((await import(`../words/locales/${code}.json`)) as { default: { mail: Record<string, Record<string, string>> } })
      .default
    for (const kind of ['invitation', 'change', 'reminder'] as const) {
      const shipped = Object.fromEntries(templateTexts[kind].map((key) => [key, mail[kind]?.[key] ?? '']))
      expect(faultsOfTemplate(kind, shipped)).toEqual([])
    }
  })
})
