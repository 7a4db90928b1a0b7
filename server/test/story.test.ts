import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { buildAnswers, questionnaireName, sampleForm, twoReds } from './support/builders.ts'
import { openPortico } from './support/harness.ts'

const portico = await openPortico()

describe('the main job over REST', () => {
  it('goes from three files to a spreadsheet', async () => {
    const [adam, ana, ben, vera, visitor] = await Promise.all([
      portico.as('adam'),
      portico.as('ana'),
      portico.as('ben'),
      portico.as('vera'),
      portico.as(),
    ])

    const upload = await adam.rest('questionnaires/addNewFullQuestionnaire', await sampleForm())
    expect(upload.body, JSON.stringify(upload.body)).toMatchObject({
      success: true,
      data: { name: questionnaireName, version: 1, languages: ['en', 'es', 'vi'] },
    })

    const submission = {
      name: questionnaireName,
      language: 'es',
      answers: await buildAnswers({ fullName: 'María Peña', contactLanguage: 'es' }),
    }
    const closed = await visitor.rest('responses/addNewQuestionnaireResponse', submission)
    expect(closed).toMatchObject({
      status: 200,
      body: { success: false, error_id: 'REGISTRATION_DISABLED', message: 'Registration is currently disabled.' },
    })

    const agencies = (await adam.rest('agency/getAllAgencies')).body.data as { id: number; name: string }[]
    const saved = await adam.rest('workshops/saveWorkshop', {
      name: 'citizenship_day',
      title: 'Citizenship Day',
      eventDate: '2026-12-19',
      questionnaireNames: [questionnaireName],
      agencyIds: agencies.map((agency) => agency.id),
      registrationOpen: true,
      isDefault: true,
    })
    expect(saved.body.data).toMatchObject({ isDefault: true, registrationOpen: true, selfCheckIn: true, timeZone: 'America/Los_Angeles' })
    await portico.sql(
      `insert into workshop_access (workshop_id, account_id, granted_at) select w.id, a.id, now() from workshop w, account a where a.name = 'Vera Varga'`,
    )

    const green = (await visitor.rest('responses/addNewQuestionnaireResponse', submission)).body
    expect(green).toEqual({
      success: true,
      data: { anonymousId: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{5}$/) },
    })
    await portico.drain()
    expect(portico.outbox.map((email) => email.language)).toEqual(['es'])
    expect(portico.outbox[0]?.text).toContain(green.data.anonymousId)

    const flagged = await visitor.rest('responses/addNewQuestionnaireResponse', {
      ...submission,
      language: 'vi',
      answers: await buildAnswers({ fullName: 'Trần Bình', email: 'binh@respondents.example', contactLanguage: 'vi', ...twoReds }),
    })
    const { anonymousId } = flagged.body.data as { anonymousId: string }
    const benAgency = agencies.find((agency) => agency.name === 'Bay Immigration Partners')
    const mine = (who: typeof ana, agencyId: number | undefined) =>
      who.rest('agency/getAssignedRespondents', {
        agencyId,
        pagination: { offset: 0, count: 5 },
        includeGreen: false,
        includeRed: false,
        includeInProgress: true,
        filter: { query: '' },
      })
    const list = (await mine(ben, benAgency?.id)).body.data
    expect(list.meta).toEqual({ count: 1 })
    expect(list.items[0]).toMatchObject({
      respondent: { anonymousId, fullName: 'Trần Bình' },
      flag: { initial: 'red', current: 'in-progress', currentRedFlagAnswerCount: 2 },
    })
    expect((await mine(ana, benAgency?.id)).body.data.items).toEqual([])

    const respondent = { anonymousId }
    const info = (await ben.rest('responses/getRespondentAnswerInfo', { respondent })).body.data
    const reds = info.answerFlags.flaggedAnswers.filter((answer: { effectiveFlag: string }) => answer.effectiveFlag === 'red')
    expect(reds.map((answer: { identifier: string }) => answer.identifier)).toEqual(['hasGreenCard', 'taxesFiled'])
    const early = await ben.rest('agency/submitRespondentStatusOverride', { respondent, status: { flag: 'green' } })
    expect(early.body).toMatchObject({ success: false, error_id: 'RED_ANSWERS_REMAIN', message: '2 red answers' })
    for (const { answerId } of reds) {
      expect((await ben.rest('agency/submitAnswerOverride', { answerId, flag: 'green', reason: 'Card and returns seen.' })).body).toEqual({
        success: true,
        data: {},
      })
    }
    expect((await ben.rest('agency/submitRespondentStatusOverride', { respondent, status: { flag: 'green' } })).body).toEqual({
      success: true,
      data: {},
    })
    await portico.drain()
    expect(portico.outbox.map((email) => email.to)).toEqual(['mai@respondents.example', 'binh@respondents.example'])

    const greenDots = await vera.rest('responses/getWorkshopGreenDotResponses', { name: 'citizenship_day', filter: { query: 'tran' } })
    expect(greenDots.body.data.items).toMatchObject([{ respondent, checkedInAt: null }])
    const first = (await vera.rest('workshops/respondentCheckIn', { respondent })).body
    portico.setTime('2026-11-21T20:05:00Z')
    expect((await vera.rest('workshops/respondentCheckIn', { respondent })).body).toEqual(first)

    const order = { workshop: { name: 'citizenship_day' }, configuration: { flavor: 'undownloaded' } }
    const download = (await adam.rest('downloads/enqueueDownload', order)).body.data
    expect(download).toMatchObject({ status: 'not-started', info: { flavor: 'undownloaded' }, workshopName: 'citizenship_day' })
    await portico.drain()
    const finished = (await adam.rest('downloads/getDownloadStatus', { id: download.downloadId })).body.data
    expect(finished).toEqual({ status: 'completed', progress: { done: 2, total: 2 }, failure: null })
    const file = await adam.rest('downloads/getDownloadFile', { id: download.downloadId })
    expect(file.headers['content-disposition']).toContain('citizenship_day.xlsx')
    const rows = await rowsOf(file.body)
    expect(rows.map((row) => [row[2], row[3], row[4], row[9], row[10]])).toEqual([
      [green.data.anonymousId, 'María Peña', 'mai@respondents.example', 'green', 'green'],
      [anonymousId, 'Trần Bình', 'binh@respondents.example', 'red', 'green'],
    ])

    const again = (await adam.rest('downloads/enqueueDownload', order)).body.data
    await portico.drain()
    expect(await rowsOf((await adam.rest('downloads/getDownloadFile', { id: again.downloadId })).body)).toEqual([])
  })
})

async function rowsOf(file: Buffer): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(file as never)
  const sheet = workbook.getWorksheet('Respondents')
  return (sheet?.getRows(4, Math.max(0, sheet.rowCount - 3)) ?? []).map((row) => row.values as unknown[]).filter((row) => row.length > 0)
}
