import { describe, expect, it } from 'vitest'
import { FairQueue, QueueFull, type Standing, type Turn } from './fair-queue.ts'

/** Opens a queue whose tasks end one by one, when the test says so; `served` lists the senders served, in order. */
function openQueue(maxWaiting: number) {
  const queue = new FairQueue({ maxRunning: 2, maxWaiting })
  const served: string[] = []
  const refused: string[] = []
  const begun: (() => void)[] = []
  const arrive = (turn: Turn) => {
    const work = () => new Promise<void>((end) => begun.push(end)).then(() => void served.push(turn.from))
    void queue.run(turn, work).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error
      refused.push(turn.from)
    })
  }
  const finishAll = async () => {
    for (let end = begun.shift(); end; end = begun.shift()) {
      end()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { arrive, finishAll, served, refused }
}

const flooders = Array.from({ length: 60 }, (_, index) => `198.51.100.${index}`)

describe('FairQueue', () => {
  it('serves a new sender after one task of each flooding address, and finds it a place when all are taken', async () => {
    const { arrive, finishAll, served, refused } = openQueue(400)
    for (let round = 1; round <= 10; round += 1) for (const from of flooders) arrive({ from })
    arrive({ from: 'staff' })
    await finishAll()
    expect(refused).not.toContain('staff')
    expect(served.indexOf('staff')).toBeLessThanOrEqual(62)
    expect(served).toHaveLength(402)
  })

  it('control: a sender who shares the address of the flood waits behind it, or finds no place', async () => {
    const { arrive, finishAll, served, refused } = openQueue(400)
    for (let turn = 1; turn <= 300; turn += 1) arrive({ from: 'hall' })
    arrive({ from: 'hall' })
    await finishAll()
    expect([served.length, refused.length]).toEqual([301, 0])
    const full = openQueue(4)
    for (let turn = 1; turn <= 7; turn += 1) full.arrive({ from: 'hall' })
    await full.finishAll()
    expect([full.served.length, full.refused.length]).toEqual([6, 1])
  })

  // `served` and `refused` are of those who come after two tasks are running and 60 senders of the first standing wait, one task each.
  it.each<[what: string, waiting: Standing, arriving: readonly Standing[], served: readonly Standing[], refused: readonly Standing[]]>([
    ['a better standing before a worse one', 'stranger', ['proven', 'trusted'], ['trusted', 'proven'], ['stranger', 'stranger']],
    ['a stranger with a proof before others', 'stranger', ['stranger', 'proven'], ['proven'], ['stranger', 'stranger']],
    ['a known device before proofs', 'proven', ['stranger', 'proven', 'trusted'], ['trusted'], ['stranger', 'proven', 'proven']],
    ['control: nobody out of turn', 'trusted', ['stranger', 'proven', 'trusted'], [], ['stranger', 'proven', 'trusted']],
  ])('with all places taken serves %s', async (_what, waiting, arriving, servedFirst, refusedAll) => {
    const { arrive, finishAll, served, refused } = openQueue(60)
    for (const from of ['a', 'b']) arrive({ from })
    for (const from of flooders) arrive({ from: `${waiting} ${from}`, standing: waiting })
    for (const standing of arriving) arrive({ from: `${standing} new`, standing })
    await finishAll()
    const standingsOf = (senders: readonly string[]) => senders.map((from) => from.split(' ')[0])
    expect(served.slice(2, 2 + servedFirst.length)).toEqual(servedFirst.map((standing) => `${standing} new`))
    expect(standingsOf(refused).toSorted()).toEqual(refusedAll.toSorted())
    expect(served).toHaveLength(62)
  })

  // Before each turn one more task of the better standing arrives, so that its line never ends.
  it.each<[what: string, better: Standing, waiting: readonly Standing[], served: readonly Standing[]]>([
    ['a stranger', 'trusted', ['stranger'], ['trusted', 'trusted', 'trusted', 'stranger', 'trusted', 'trusted', 'trusted', 'trusted']],
    ['a proof', 'trusted', ['proven'], ['trusted', 'trusted', 'trusted', 'proven', 'trusted', 'trusted', 'trusted', 'trusted']],
    [
      'two strangers',
      'proven',
      ['stranger', 'stranger'],
      ['proven', 'proven', 'proven', 'stranger', 'proven', 'proven', 'proven', 'stranger'],
    ],
    [
      'strangers and proofs by turns',
      'trusted',
      ['proven', 'proven', 'stranger', 'stranger'],
      ['trusted', 'trusted', 'trusted', 'stranger', 'trusted', 'trusted', 'trusted', 'proven'],
    ],
    ['control: nobody', 'trusted', [], Array.from({ length: 8 }, () => 'trusted')],
  ])('gives every fourth turn to %s waiting behind a line that never ends', async (_what, better, waiting, order) => {
    const queue = new FairQueue({ maxRunning: 1, maxWaiting: 60 })
    const served: Standing[] = []
    const arrive = (standing: Standing, from: string) =>
      queue.run({ from, standing }, async () => {
        if (served.push(standing) < order.length) tasks.push(arrive(better, `next ${served.length}`))
      })
    const tasks: Promise<void>[] = [queue.run({ from: 'first' }, async () => undefined)]
    tasks.push(arrive(better, 'better'))
    for (const [index, standing] of waiting.entries()) tasks.push(arrive(standing, `worse ${index}`))
    for (const task of tasks) await task
    expect(served.slice(0, order.length)).toEqual(order)
  })

  it('takes the place of the longest line of the worst standing', async () => {
    const { arrive, finishAll, refused } = openQueue(5)
    for (const from of ['a', 'b']) arrive({ from })
    for (const from of ['known', 'known', 'known']) arrive({ from, standing: 'trusted' })
    for (const from of ['one', 'two']) arrive({ from })
    for (const from of ['device 1', 'device 2', 'device 3']) arrive({ from, standing: 'trusted' })
    await finishAll()
    expect(refused.toSorted()).toEqual(['known', 'one', 'two'])
  })

  it('continues after a failed task', async () => {
    const queue = new FairQueue({ maxRunning: 1, maxWaiting: 1 })
    const failed = queue.run({ from: 'a' }, () => Promise.reject(new Error('no')))
    const next = queue.run({ from: 'b' }, async () => 'done')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('done')
  })
})
