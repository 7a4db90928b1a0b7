import { connect as dial, createServer, type Server, type Socket } from 'node:net'
import { expect, inject, it } from 'vitest'
import { isConnectionLoss, isOutage } from './connection-loss.ts'
import { connect, poolUse, type Orm } from './orm.ts'

it('a query fails when the database accepts connections but never answers', async () => {
  const held: Socket[] = []
  const server = createServer((socket) => held.push(socket.on('error', () => {})))
  const port = await listen(server)
  const orm = await connect(`postgres://portico@127.0.0.1:${port}/portico`, { connectMs: 200 })
  await expect(orm.em.fork().execute('select 1')).rejects.toThrow(/connection timeout/)
  await orm.close(true)
  for (const socket of held) socket.destroy()
  server.close()
}, 10_000)

it('a connection lost at the start of its transaction frees its slot in the pool', async () => {
  const url = new URL(inject('pgBase'))
  let losing = false
  const server = createServer((near) => {
    const far = dial(Number(url.port), url.hostname)
    far.on('error', () => {}).on('data', (bytes) => near.write(bytes))
    near.on('error', () => {}).on('close', () => far.destroy())
    near.on('data', (bytes) => (losing && bytes.includes('begin') ? near.destroy() : far.write(bytes)))
  })
  const through = Object.assign(new URL(url), { port: String(await listen(server)) }).href
  const orm = await connect(through, { poolSize: 1 })
  const one = () => orm.em.fork().transactional((em) => em.execute('select 1 as one'))
  expect(await one()).toEqual([{ one: 1 }])
  losing = true
  await expect(one()).rejects.toThrow(/Connection terminated/)
  losing = false
  expect(await one()).toEqual([{ one: 1 }])
  await orm.close(true)
  server.close()
})

it('a query that is never answered fails and its connection is closed, so the next query uses another', async () => {
  const url = new URL(inject('pgBase'))
  const lost = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial(Number(url.port), url.hostname)
    far.on('error', () => {}).on('data', (bytes) => lost.has(near) || near.write(bytes))
    near.on('error', () => {}).on('close', () => far.destroy())
    // Simulates a firewall that silently drops this connection.
    near.on('data', (bytes) => (bytes.includes('select 2') ? lost.add(near) : far.write(bytes)))
  })
  const through = Object.assign(new URL(url), { port: String(await listen(server)) }).href
  const orm = await connect(through, { poolSize: 1, queryMs: 1_000 })
  const ask = (query: string) => orm.em.fork().execute(query)
  const forgotten = await ask('select 2 as two').catch((error: unknown) => error)
  expect([isOutage(forgotten), isConnectionLoss(forgotten)]).toEqual([true, false])
  expect(poolUse(orm)).toMatchObject({ used: 0, idle: 0 })
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
  await orm.close(true)
  server.close()
})

it('timestamps are read correctly in any session time zone, including historic offsets that are not whole minutes', async () => {
  const orm = await connect(inject('pgBase'))
  const read = await orm.em.fork().transactional(async (em) => {
    await em.execute(`set local timezone to 'Asia/Kolkata'`)
    return em.execute(`select '1900-01-01T00:00:00Z'::timestamptz as at, '2026-11-21T00:00:00Z'::timestamptz as today`)
  })
  expect(read).toEqual([{ at: new Date('1900-01-01T00:00:00Z'), today: new Date('2026-11-21T00:00:00Z') }])
  await orm.close(true)
})

it('a pool closes while connections are being opened; control: queries on open connections finish first', async () => {
  const endWhileAsked = async (orm: Orm) => {
    const asked = Promise.allSettled([
      orm.em.fork().execute('select pg_sleep(0.05)'),
      orm.em.fork().transactional((em) => em.execute('select pg_sleep(0.05)')),
    ])
    while (poolUse(orm).used < 2) await new Promise(setImmediate)
    await orm.close(true)
    return (await asked).map(({ status }) => status)
  }
  const url = inject('pgBase')
  expect(await endWhileAsked(await connect(url))).toEqual(['rejected', 'rejected'])
  const warm = await connect(url)
  await Promise.all([1, 2].map(() => warm.em.fork().execute('select pg_sleep(0.05)')))
  expect(await endWhileAsked(warm)).toEqual(['fulfilled', 'fulfilled'])
})

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

it.each(['EMFILE', 'ENFILE'])('a process or machine without a file left for a connection (%s) may have one later', (code) => {
  const cause = Object.assign(new Error('connect'), { code })
  expect([isOutage(new Error('the query failed', { cause })), isConnectionLoss(cause)]).toEqual([true, false])
})
