import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendCrowd, slowest95 } from '../clients.ts'
import { memoryOf } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

const many = 500
const head = 'POST /api/responses/addNewQuestionnaireResponse HTTP/1.1\r\nhost: faults\r\n'
const ways = {
  headers: { start: head, more: 'x-slow: 1\r\n' },
  bodies: { start: `${head}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`, more: ' ' },
  readers: { start: 'GET /api/docs/json HTTP/1.1\r\nhost: faults\r\n\r\n'.repeat(3), more: '' },
} as const

/** 500 connections each that send headers, bodies or read answers as slowly as they can, beside people who answer. */
export const slowClients: Scenario = {
  name: '500 slow headers, 500 slow bodies, 500 slow readers',
  async run(portal, share) {
    const [replica] = portal.replicas
    const crowd = await sendCrowd(portal, { clients: 10 })
    const seen: string[] = []
    const faults: string[] = []
    for (const way of ['headers', 'bodies', 'readers'] as const) {
      const began = performance.now()
      const left = await slowlyAt(Number(new URL(replica?.origin ?? '').port), way, Math.max(20, 22 * share))
      const [slow, memory] = [slowest95(crowd, began), await memoryOf(replica?.pid ?? 0)]
      seen.push(`${way}: ${left} left after 22 s, others ${slow} ms, ${memory} MB`)
      faults.push(...unless(way === 'readers' || left === 0, `${left} connections with slow ${way} were not closed`))
      faults.push(...unless(slow < 2_000, `others waited ${slow} ms`), ...unless(memory < 1_200, `${memory} MB of memory`))
    }
    await crowd.leave()
    return {
      seen: [figuresOf(crowd), ...seen].join('; '),
      faults: [...(await faultsOf(portal, crowd)), ...faults],
      control: await unlimited(),
    }
  },
}

async function slowlyAt(port: number, way: keyof typeof ways, seconds: number): Promise<number> {
  const { start, more } = ways[way]
  const sockets = new Set<Socket>()
  for (let index = 0; index < many; index += 1) {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.write(start)
    if (way === 'readers') socket.pause()
    else socket.resume()
  }
  for (const until = Date.now() + seconds * 1_000; Date.now() < until; await sleep(1_000))
    for (const socket of sockets) if (more) socket.write(more)
  const left = sockets.size
  for (const socket of sockets) socket.destroy()
  return left
}

// A server whose patience has no end.
async function unlimited() {
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, (_request: IncomingMessage, response: ServerResponse) =>
    response.end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const left = await slowlyAt((server.address() as AddressInfo).port, 'headers', 20)
  server.close()
  server.closeAllConnections()
  return { seen: `a server without time limits keeps ${left} of 500`, shows: left === many }
}
