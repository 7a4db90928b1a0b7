import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendCrowd } from '../clients.ts'
import { workshopName, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

const repository = join(import.meta.dirname, '../../..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: 'pipe' }).trim()

/** The version before the newest migration runs next to this one, on the new tables. Requires the history of the repository. */
export const olderVersion: Scenario = {
  name: 'the version before the newest migration beside this one',
  async run(portal, share) {
    const commit = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations')
    const place = await mkdtemp(join(tmpdir(), 'portico-older-'))
    git('worktree', 'add', '--detach', '--force', place, `${commit}~1`)
    try {
      await linkPackages(place)
      return await runBothVersions(portal, join(place, 'scripts/serve.ts'), share)
    } finally {
      git('worktree', 'remove', '--force', place)
      await rm(place, { recursive: true, force: true })
    }
  },
}

// Links the packages of this version; those of the repository are the older version's own.
async function linkPackages(place: string): Promise<void> {
  const [from, to] = [repository, place].map((folder) => join(folder, 'node_modules'))
  await mkdir(join(to ?? '', '@portico'), { recursive: true })
  for (const name of await readdir(from ?? '')) if (name !== '@portico') await symlink(join(from ?? '', name), join(to ?? '', name))
  for (const name of ['shared', 'server', 'client']) await symlink(join(place, name), join(to ?? '', '@portico', name))
}

async function runBothVersions(portal: Portal, program: string, share: number) {
  const crowd = await sendCrowd(portal, { clients: 30 })
  const faults: string[] = []
  for (const place of [0, 1]) {
    await portal.replaceReplica(place, { program })
    await sleep(Math.max(3, 5 * share) * 1_000)
    const list = await portal.call('responses/getAllResponses', {})
    faults.push(...unless(Array.isArray(list['items']) && list['items'].length > 0, 'the list is empty'))
    await portal.replaceReplica(place)
  }
  const { downloadId } = await portal.call('downloads/enqueueDownload', {
    workshop: { name: workshopName },
    configuration: { flavor: 'all' },
  })
  await crowd.leave()
  const status = await endOf(portal, downloadId)
  return {
    seen: `${figuresOf(crowd)}, lists and a spreadsheet too`,
    faults: [...(await faultsOf(portal, crowd)), ...faults, ...unless(status === 'completed', `the spreadsheet is ${String(status)}`)],
    control: await withoutColumn(portal, program),
  }
}

// Returns the status of a download once it has ended, or after a minute.
async function endOf(portal: Portal, id: unknown): Promise<unknown> {
  for (const end = Date.now() + 60_000; ; await sleep(200)) {
    const { status } = await portal.call('downloads/getDownloadStatus', { id })
    if (status === 'completed' || status === 'failed' || Date.now() > end) return status
  }
}

// A table that does not match the older version must be noticed.
async function withoutColumn(portal: Portal, program: string) {
  await portal.replaceReplica(0, { program })
  await portal.sql('alter table respondent rename column sealed_contact to name_of_another_version')
  const heard = await portal.call('responses/getAllResponses', {}).catch((error: unknown) => String(error))
  const broken = typeof heard === 'string' || !Array.isArray(heard['items'])
  return { seen: `with a column renamed the older version ${broken ? 'fails' : 'goes on'}`, shows: broken }
}
