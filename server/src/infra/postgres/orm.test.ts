import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { connect } from './orm.ts'

it('a database that takes connections and never answers is given up', async () => {
  const held: Socket[] = []
  const server = createServer((socket) => held.push(socket.on('error', () => {})))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const orm = await connect(`postgres://portico@127.0.0.1:${port}/portico`, { connectMs: 200 })
  await expect(orm.em.fork().execute('select 1')).rejects.toThrow(/connection timeout/)
  await orm.close(true)
  for (const socket of held) socket.destroy()
  server.close()
}, 5_000)
