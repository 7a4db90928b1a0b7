import { setTimeout as delay } from 'node:timers/promises'
import { timed, type Bench } from '../bench.ts'
import { signIn, type SignedIn } from '../client.ts'
import { median, percentile } from '../load.ts'

const rounds = 3

/**
 * Measures how long other calls take while the same process creates a download of everyone at a workshop, from the database to the sealed
 * file.
 */
export async function run({ report, filled }: Bench): Promise<void> {
  const data = await filled()
  const portal = await data.start({ jobs: true })
  try {
    const call = await signIn(portal.origin)
    const asking = await signIn(portal.origin)
    const seen: { p99: number; seconds: number }[] = []
    for (let round = 0; round < rounds; round += 1) seen.push(await whileDownloading(call, asking, data.exported.name))
    report({
      what: `p99 of another call while ${data.exported.respondents.toLocaleString('en')} are downloaded`,
      measured: `download ${median(seen.map(({ seconds }) => seconds)).toFixed(1)} s`,
      figure: median(seen.map(({ p99 }) => p99)),
      unit: 'ms',
      bar: 50,
      aim: 15,
    })
  } finally {
    await portal.stop()
  }
}

async function whileDownloading(call: SignedIn, asking: SignedIn, name: string): Promise<{ p99: number; seconds: number }> {
  const started = performance.now()
  const { downloadId: id } = await call('downloads/enqueueDownload', { workshop: { name }, configuration: { flavor: 'all' } })
  const times: number[] = []
  for (let status = ''; status !== 'completed';) {
    if (['failed', 'cancelled'].includes(status)) throw new Error(`The download has ${status}`)
    for (let time = 0; time < 20; time += 1) {
      times.push(await timed(() => asking('getMyProfile')))
      await delay(5)
    }
    status = String((await call('downloads/getDownloadStatus', { id }))['status'])
  }
  return { p99: percentile(times, 0.99), seconds: (performance.now() - started) / 1000 }
}
