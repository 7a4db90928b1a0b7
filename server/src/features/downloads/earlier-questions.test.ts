import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import type { DownloadFormat } from '@portico/shared/contract/downloads'
import {
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  sampleDefinition,
  workshopName,
} from '../../../test/support/builders.ts'
import { reopened, valuesOf } from '../../../test/support/exports.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { unremarkableAnswers } from '../../seed/answers.ts'

const portico = await openPortico()
const adam = await portico.as('adam')
const dropped = 'arrestedOrCited'

async function downloaded(format: DownloadFormat) {
  const asked = { workshop: { name: workshopName }, configuration: { flavor: 'all' }, format } as const
  const { downloadId: id } = await adam.call.downloads.enqueueDownload(asked)
  await portico.drain()
  return (await adam.call.downloads.getDownloadFile({ id })).chunks
}

async function recordsOfCsv(): Promise<Record<string, string>[]> {
  return parse(await buffer(await downloaded('csv')), { columns: true, bom: true })
}

it('a download keeps the answers to a question that the newest version no longer asks', async () => {
  const whole = await sampleDefinition()
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  const first = await buildRespondent(portico, { [dropped]: 'yes', email: 'first@respondents.example' })
  expect((await reopened(await downloaded('xlsx'))).worksheets.map(({ name }) => name)).not.toContain('Earlier questions')
  const questions = whole.questions.filter(({ identifier, followUpOf }) => identifier !== dropped && followUpOf !== dropped)
  await buildQuestionnaire(portico, questionnaireName, { ...whole, questions })
  const answers = unremarkableAnswers({ ...whole, questions }, '2026-11-21', { email: 'second@respondents.example' })
  const second = await buildRespondent(portico, {}, { answers })

  const [header = [], ...rows] = valuesOf(await reopened(await downloaded('xlsx')), 'Earlier questions')
  const place = header.indexOf(dropped)
  expect(rows.map((row) => [row[0], row[place]])).toEqual([
    [first, 'yes'],
    [second, null],
  ])
  const records = await recordsOfCsv()
  expect(records.map((record) => [record['anonymousId'], record[dropped], record['email']])).toEqual([
    [first, 'yes', 'first@respondents.example'],
    [second, '', 'second@respondents.example'],
  ])
  expect(Object.keys(records[0] ?? {}).indexOf(dropped)).toBeGreaterThan(Object.keys(records[0] ?? {}).indexOf('email'))
})
