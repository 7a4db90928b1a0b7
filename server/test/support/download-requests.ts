import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Configuration, DownloadItem, FileReply } from '@portico/shared/contract/downloads'
import { openAnsweredWorkshop, type AnsweredWorkshop } from './answered-workshop.ts'
import { openPortico } from './harness.ts'

/** Opens a portal with an answered workshop, and returns what tests need to request downloads and to look into them. */
export async function openDownloads() {
  const portico = await openPortico()
  const shop = await openAnsweredWorkshop(portico)
  const { call } = shop.rosa

  /** Creates another workshop with the same questionnaire. */
  async function anotherWorkshop(): Promise<Pick<AnsweredWorkshop, 'name' | 'answer'>> {
    const name = `workshop_${randomUUID().slice(0, 8)}`
    await call.workshops.saveWorkshop({ name, title: 'Another day', registrationOpen: true, questionnaireNames: ['citizenship'] })
    return { name, answer: (given, language) => shop.answer(given, language, name) }
  }

  /** Submits this many responses; returns their anonymous ids. */
  async function answerTimes(workshop: Pick<AnsweredWorkshop, 'answer'>, times: number): Promise<string[]> {
    const ids: string[] = []
    for (let count = 0; count < times; count += 1) ids.push(await workshop.answer())
    return ids
  }

  /** Requests a download without running it. */
  function ask({ name }: { name: string }, configuration: Configuration, format: 'xlsx' | 'csv' = 'xlsx'): Promise<DownloadItem> {
    return call.downloads.enqueueDownload({ workshop: { name }, configuration, format })
  }

  /** Requests a download and waits until it is completed. */
  async function made(workshop: { name: string }, configuration: Configuration, format: 'xlsx' | 'csv' = 'xlsx'): Promise<DownloadItem> {
    const { downloadId: id } = await ask(workshop, configuration, format)
    await portico.drain()
    const item = await call.downloads.getDownloadListItem({ id })
    expect(item).toMatchObject({ status: 'completed', failure: null })
    return item
  }

  /** Returns the anonymous ids in a new download. */
  async function peopleOf(workshop: { name: string }, configuration: Configuration): Promise<string[]> {
    return peopleInFile((await made(workshop, configuration, 'csv')).downloadId)
  }

  async function peopleInFile(id: number): Promise<string[]> {
    const file: FileReply = await call.downloads.getDownloadFile({ id })
    return peopleIn(await buffer(file.chunks))
  }

  async function untilRunning(id: number): Promise<void> {
    for (let status = ''; status !== 'running';) ({ status } = await call.downloads.getDownloadStatus({ id }))
  }

  /** Returns how many pieces a download has, and how many respondents of the workshop are marked as downloaded. */
  async function traces({ name }: { name: string }, id: number): Promise<{ pieces: number; downloaded: number }> {
    const [row] = await portico.sql<{ pieces: number; downloaded: number }>(
      `select (select count(*)::int from download_piece where download_id = $1) as pieces,
        (select count(downloaded_at)::int from respondent where workshop_id = (select id from workshop where name = $2)) as downloaded`,
      [id, name],
    )
    return row ?? { pieces: -1, downloaded: -1 }
  }

  return { portico, shop, anotherWorkshop, answerTimes, ask, made, peopleOf, peopleInFile, untilRunning, traces }
}

/** Returns the anonymous ids in a CSV file. */
export function peopleIn(csv: Buffer): string[] {
  return [...csv.toString().matchAll(/^([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}),/gm)].map(([, id = '']) => id)
}

/** Returns the id of the failure with which a call is refused. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (caught: { cause?: { id?: string } }) => caught,
  )
  return error?.cause?.id ?? 'no refusal'
}
