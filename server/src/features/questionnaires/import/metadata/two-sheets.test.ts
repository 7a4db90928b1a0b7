import { describe, expect, test } from 'vitest'
import { type TestSheets, xlsx } from '../../../../../test/uploads/build-files.ts'
import { buildUpload, metadataRows } from '../../../../../test/uploads/build-upload.ts'
import { readFiles } from '../read-files.ts'
import { outcomeOf } from '../../../../../test/uploads/read-metadata.ts'

// Only one sheet is read; a rule on another would be lost.
describe('a field metadata file with two sheets', () => {
  test('causes a warning about each sheet that is not read, whatever stands in it', async () => {
    const rules = [
      ['Field', 'Red flag', 'Why'],
      ['trips', 'greater_than: 3', 'Many'],
    ]
    const bytes = await xlsx({ Rules: metadataRows, 'More rules': rules, Empty: [] })
    const outcome = await readFiles(await buildUpload({ fieldMetadataFile: { name: 'm.xlsx', bytes } }), () => {})
    expect(outcome.ok && outcome.warnings.filter((warning) => warning.startsWith('[W21]'))).toEqual([
      '[W21] m.xlsx: The sheet "More rules" is not read, only "Rules" is. Move rules that stand there.',
    ])
  })

  const refusal = (one: string, other: string) =>
    `METADATA_FILE_ERROR [M01] m.xlsx: The sheets "${one}" and "${other}" both hold field metadata. Delete one; it may be hidden.`
  const titled = [['Red flags of 2026'], [null], ...metadataRows]

  test.each<[string, TestSheets, string?]>([
    [
      'both hold it, of which one may be hidden',
      { 'Rules 2026': metadataRows, field_metadata: metadataRows.slice(0, 3) },
      refusal('Rules 2026', 'field_metadata'),
    ],
    [
      'the rules of the second stand below a title',
      { Contacts: metadataRows.map((row) => [row[0] ?? null]), Rules: titled },
      refusal('Contacts', 'Rules'),
    ],
    [
      'the rules of the second stand beside names under another header',
      {
        Contacts: metadataRows.map((row) => [row[0] ?? null]),
        Rules: metadataRows.map(([name, ...row], at) => [at ? (name ?? null) : 'slug', ...row]),
      },
      refusal('Contacts', 'Rules'),
    ],
    [
      'control: the second explains the columns',
      { Rules: metadataRows, Help: [['Column'], ['identifier', 'A question'], ['red_flag_when', 'Its rule']] },
    ],
  ])('is refused if %s', async (_what, sheets, message) => {
    const outcome = await outcomeOf({ name: 'm.xlsx', bytes: await xlsx(sheets) })
    if (message) expect(outcome).toBe(message)
    else expect(outcome).not.toContain('M01')
  })
})
