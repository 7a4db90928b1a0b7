import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { recordRun } from '../infra/metrics/operation-runs.ts'
import type { Services } from '../infra/request-context.ts'
import { unfinishedSuffix } from '../infra/files/write-whole.ts'
import { takeBackup } from './take-backup.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** The longest time that writing a backup takes: its job ends by then (`infra/queue.ts`). */
const runDaysMax = 0.5
const backupNamePattern = /^portico-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/

/** The settings of nightly backups: where they go, and how many days each is kept. */
export interface NightlyBackups {
  readonly databaseUrl: string
  readonly folder: string
  readonly keepDays: number
  readonly recipients: readonly string[]
}

/** Returns the name of a backup taken at this time; names sort chronologically. */
export function backupName(at: Date): string {
  return `portico-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.age`
}

/** Returns the complete backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<{ readonly file: string; readonly takenAt: Date }[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  return backupsAmong(names.toSorted(), folder)
}

function backupsAmong(names: readonly string[], folder: string) {
  return names.flatMap((name) => {
    const [, year, month, day, hour, minute, second] = backupNamePattern.exec(name) ?? []
    return year ? { file: join(folder, name), takenAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) } : []
  })
}

/**
 * Takes a nightly backup, and records for the metrics the result of the last drill, which is stored beside the backups because a drill runs
 * without the portal's database. Also removes leftovers of interrupted runs and backups older than `keepDays`, except the newest of all.
 */
export async function backUpNightly(
  { encryption, clock, log }: Services,
  { databaseUrl, folder, keepDays, recipients }: NightlyBackups,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const now = clock()
  const last = await readDrill(folder)
  if (last) await recordRun(databaseUrl, 'restore-drill', last.faults.length, new Date(last.at))
  // A disk that they fill would otherwise have no room for this one.
  await removeOld(folder, now, keepDays)
  const file = join(folder, backupName(now))
  const { contents } = await takeBackup({ databaseUrl, file, recipients, encryption, now })
  await recordRun(databaseUrl, 'backup', 0, now)
  log.info({ backup: basename(file), rows: contents.reduce((sum, { rows }) => sum + rows, 0) }, 'a backup was taken')
  await removeOld(folder, now, keepDays)
}

async function removeOld(folder: string, now: Date, keepDays: number): Promise<void> {
  const names = (await readdir(folder)).toSorted()
  const before = (days: number) => (one: { readonly takenAt: Date }) => one.takenAt.getTime() < now.getTime() - days * dayMs
  const old = backupsAmong(names, folder).slice(0, -1).filter(before(keepDays))
  const parts = names.filter((name) => name.endsWith(unfinishedSuffix)).map((name) => name.slice(0, -unfinishedSuffix.length))
  const abandoned = backupsAmong(parts, folder).filter(before(runDaysMax))
  for (const path of [...old.map(({ file: name }) => name), ...abandoned.map(({ file: name }) => name + unfinishedSuffix)])
    await rm(path, { force: true })
}

const drill = z.object({ at: z.iso.datetime(), backup: z.string(), seconds: z.number(), rows: z.number(), faults: z.array(z.string()) })
/** The result of a restore drill. */
export type Drill = z.output<typeof drill>
const drillFile = 'last-drill.json'

/** Stores the result of a drill beside the backups. */
export async function saveDrill(folder: string, result: Drill): Promise<void> {
  await writeFile(join(folder, drillFile), `${JSON.stringify(result)}\n`)
}

/** Returns what `npm run doctor` reports about the backups, and how serious it is. */
export async function assessBackups(
  folder: string | undefined,
  now: Date,
): Promise<{ readonly state: 'good' | 'advice' | 'fault'; readonly text: string }> {
  if (folder === undefined)
    return { state: 'advice', text: 'BACKUP_DIR is not set: nothing is backed up at night, unless you see to it elsewhere.' }
  const newest = (await listBackups(folder)).at(-1)
  if (!newest)
    return {
      state: 'fault',
      text: `There is no backup in ${folder}. Run npm run backup -- ${folder}, and look in the log for why the nights made none.`,
    }
  const taken = `The last backup is of ${newest.takenAt.toISOString()}`
  if (now.getTime() - newest.takenAt.getTime() > 2 * dayMs)
    return { state: 'fault', text: `${taken}. Look in the log for why the nights since then made none.` }
  const last = await readDrill(folder)
  if (!last || now.getTime() - Date.parse(last.at) > 35 * dayMs)
    return {
      state: 'advice',
      text: `${taken}, and ${last ? `was last tried out on ${last.at}` : 'none was ever tried out'}. Run npm run restore -- ${folder} --drill.`,
    }
  if (last.faults.length > 0) return { state: 'fault', text: `${taken}. The drill of ${last.at} found: ${last.faults.join(' ')}` }
  return { state: 'good', text: `${taken}; the drill of ${last.at} restored ${last.rows} rows in ${last.seconds} s and found no fault` }
}

async function readDrill(folder: string): Promise<Drill | undefined> {
  try {
    return drill.parse(JSON.parse(await readFile(join(folder, drillFile), 'utf8')))
  } catch {
    return undefined
  }
}
