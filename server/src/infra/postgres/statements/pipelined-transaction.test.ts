import { connect as dial, createServer, type AddressInfo } from 'node:net'
import { sql, type CompiledQuery, type Kysely } from 'kysely'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../request-context.ts'
import { connect, poolUse } from '../orm.ts'
import { inPipelinedTransaction, sendInOrder, type Sent } from './pipelined-transaction.ts'
import { inTransaction } from '../transaction.ts'
import { openPortico } from '../../../../test/support/harness.ts'

// A relay in front of the database that records every packet of the server, and ends a connection when it sees the text `endAt`.
const url = new URL(inject('pgBase'))
const packets: string[] = []
let endAt: string | undefined
const relay = createServer((near) => {
  const far = dial(Number(url.port), url.hostname)
  far.on('error', () => {}).on('data', (bytes) => near.write(bytes))
  near.on('error', () => {}).on('close', () => far.destroy())
  near.on('data', (bytes) => {
    packets.push(bytes.toString('latin1'))
    if (endAt !== undefined && bytes.includes(endAt)) near.destroy()
    else far.write(bytes)
  })
})
await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
const through = Object.assign(new URL(url), { port: String((relay.address() as AddressInfo).port) }).href
const orm = await connect(through, { poolSize: 1 })
await orm.em.fork().execute('create table noted (id serial primary key, text text not null unique)')

const portico = await openPortico()

const note = (db: Kysely<Database>, text: string): CompiledQuery => sql`insert into noted (text) values (${text})`.compile(db)
const notes = async () => (await orm.em.fork().execute<{ text: string }[]>('select text from noted order by id')).map(({ text }) => text)
const write = (...texts: string[]) =>
  inPipelinedTransaction(orm, async (db) => ({
    result: texts.length,
    pending: sendInOrder(
      db,
      texts.map((text) => note(db, text)),
    ),
  }))
const packetWith = (text: string) => packets.find((packet) => packet.includes(text)) ?? ''

beforeEach(async () => {
  endAt = undefined
  await orm.em.fork().execute('truncate noted')
  packets.length = 0
})

afterAll(async () => {
  await orm.em.fork().execute('drop table noted')
  await orm.close(true)
  relay.close()
})

describe('a pipelined transaction', () => {
  it('sends its beginning with its first reads, and its writes with the commit', async () => {
    const result = await inPipelinedTransaction(orm, async (db) => {
      const [one, two] = await Promise.all([
        sql<{ numberOf: number }>`select 1 as number_of`.execute(db),
        sql<{ numberOf: number }>`select 2 as number_of`.execute(db),
      ])
      return { result: [...one.rows, ...two.rows], pending: sendInOrder(db, [note(db, 'first'), note(db, 'second')]) }
    })
    expect(result).toEqual([{ numberOf: 1 }, { numberOf: 2 }])
    expect(packets).toHaveLength(2)
    expect(packetWith('begin')).toMatch(/begin.*select 1.*select 2/s)
    expect(packetWith('commit')).toMatch(/insert.*first.*insert.*second.*commit/s)
    expect(await notes()).toEqual(['first', 'second'])
  })

  it('reports the first statement that fails, stores nothing, and leaves a connection that works', async () => {
    await expect(write('once', 'once', 'more')).rejects.toThrow(/duplicate key/)
    expect(await notes()).toEqual([])
    expect(await write('afterwards')).toBe(1)
    expect(await notes()).toEqual(['afterwards'])
  })

  it('never resolves when the commit was answered with a rollback', async () => {
    const swallowed = inPipelinedTransaction(orm, async (db) => {
      await sql`select 1 / 0`.execute(db).catch(() => {})
      return { result: 'stored', pending: Promise.resolve() }
    })
    await expect(swallowed).rejects.toThrow('The transaction was rolled back')
  })

  it('rolls back when its function throws, also with writes on their way', async () => {
    const throwing = inPipelinedTransaction(orm, async (db): Promise<Sent<void>> => {
      await sendInOrder(db, [note(db, 'lost')])
      throw new Error('refused')
    })
    await expect(throwing).rejects.toThrow('refused')
    expect(await notes()).toEqual([])
  })

  it.each(['begin', 'commit'])('frees its slot in the pool when the connection is lost at the %s', async (text) => {
    endAt = text
    await expect(write('lost')).rejects.toThrow(/Connection terminated/)
    endAt = undefined
    expect(poolUse(orm)).toMatchObject({ used: 0 })
    expect(await notes()).toEqual([])
    await write('kept')
    expect(await notes()).toEqual(['kept'])
  })
})

it('statements in order wait for each other in an ordinary transaction', async () => {
  const rows = await inTransaction(portico.services, 'test', async ({ db }) => {
    await sendInOrder(db, [sql`create temporary table seen (id integer)`.compile(db), sql`insert into seen values (1)`.compile(db)])
    return (await sql<{ id: number }>`select id from seen`.execute(db)).rows
  })
  expect(rows).toEqual([{ id: 1 }])
})
