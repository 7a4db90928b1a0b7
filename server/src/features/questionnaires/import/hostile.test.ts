import { describe, expect, test } from 'vitest'
import { buildUpload } from '../../../../test/uploads/build-upload.ts'
import { hostileSample } from '../../../../test/uploads/hostile-files.ts'
import { formThen } from '../../../../test/uploads/hostile-parts.ts'
import { readUpload } from './upload.ts'

describe('a hostile question file', () => {
  test.each(hostileSample.map((file) => [file.about, file] as const))(
    'that %s gets the expected outcome',
    async (_about, { name, make, answer }) => {
      const outcome = await readUpload(await buildUpload({ questionFile: { name, bytes: await make() } }))
      expect(outcome.ok ? 'accepted' : outcome.message).toMatch(answer)
    },
  )
})

describe('a hostile template', () => {
  test('that contains macros is rejected with T02', async () => {
    const bytes = await formThen('', { 'xl/vbaProject.bin': 'x' })
    expect(await readUpload(await buildUpload({ templateFile: { name: 't.xlsx', bytes } }))).toMatchObject({
      ok: false,
      id: 'TEMPLATE_FILE_ERROR',
      message: '[T02] t.xlsx: Workbooks with macros are not accepted. Save the file as .xlsx.',
    })
  })

  test('that merges the whole sheet is rejected with T10', async () => {
    const bytes = await formThen('<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')
    expect(await readUpload(await buildUpload({ templateFile: { name: 't.xlsx', bytes } }))).toMatchObject({
      message: expect.stringContaining('[T10]'),
    })
  })
})
