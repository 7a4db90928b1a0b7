import { changed } from '../change.ts'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendCrowd, slowest95 } from '../clients.ts'
import { memoryOf, type Replica } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

const connectionsPerWay = 500
const connectionsInControl = 100
const head = 'POST /api/responses/addNewQuestionnaireResponse HTTP/1.1\r\nhost: faults\r\n'
// Readers request more than the network buffers.
const ways = {
  headers: { start: head, more: 'x-slow: 1\r\n', closedWithin: 20 },
  bodies: { start: `${head}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`, more: ' ', closedWithin: 25 },
  readers: { start: 'GET /api/openapi.json HTTP/1.1\r\nhost: faults\r\n\r\n'.repeat(8), more: '', closedWithin: 65 },
} as const

type Way = keyof typeof ways

// A server without timeouts.
const withoutTimeouts = [
  changed('app.ts', 'requestTimeout: 15_000,', 'requestTimeout: 0,'),
  changed('app.ts', 'headersTimeout: 8_000,', 'headersTimeout: 0,'),
  changed('app.ts', 'socket.setTimeout(readerMs)', 'socket.setTimeout(0)'),
]

/** 500 connections each that send headers, send bodies or read responses as slowly as possible, while respondents submit. */
export const slowClients: Scenario = {
  name: '500 slow headers, 500 slow bodies, 500 slow readers',
  async run(portal) {
    const [replica] = portal.replicas
    const replicaWithoutTimeouts = await portal.startReplica({ changes: withoutTimeouts })
    const crowd = await sendCrowd(portal, { clients: 10 })
    const began = performance.now()
    const [closed, kept] = await Promise.all([
      attackWithSlowClients(replica, connectionsPerWay),
      attackWithSlowClients(replicaWithoutTimeouts, connectionsInControl),
    ])
    const [slow, memory] = [slowest95(crowd, began), await memoryOf(replica?.pid ?? 0)]
    await crowd.leave()
    await replicaWithoutTimeouts.end('SIGKILL')
    const late = closed.filter(({ left }) => left > 0)
    const open = kept.reduce((sum, { left }) => sum + left, 0)
    return {
      seen: `${figuresOf(crowd)}; ${closed.map(({ way }) => `${way} closed within ${ways[way].closedWithin} s`).join(', ')}; others ${slow} ms, ${memory} MB`,
      faults: [
        ...(await faultsOf(portal, crowd)),
        ...late.map(({ way, left }) => `${left} connections with slow ${way} were not closed in ${ways[way].closedWithin} s`),
        ...unless(slow < 2_000, `others waited ${slow} ms`),
        ...unless(memory < 800, `${memory} MB of memory`),
      ],
      control: {
        seen: `a server without time limits keeps ${open} of ${3 * connectionsInControl} open`,
        shows: kept.every(({ left }) => left === connectionsInControl),
      },
    }
  },
}

async function attackWithSlowClients(replica: Replica | undefined, count: number) {
  const port = Number(new URL(replica?.origin ?? '').port)
  return Promise.all((['headers', 'bodies', 'readers'] as const).map((way) => openSlowConnections(port, way, count)))
}

// Counts the connections that are not closed in time.
async function openSlowConnections(port: number, way: Way, count: number) {
  const { start, more, closedWithin } = ways[way]
  const sockets = new Set<Socket>()
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    // The system refuses connections beyond its backlog, and clients retry seconds later.
    await once(socket, 'connect')
    socket.write(start)
    if (way === 'readers') socket.pause()
    else socket.resume()
  }
  for (const until = Date.now() + closedWithin * 1_000; Date.now() < until; await sleep(1_000)) write(sockets, more)
  // A client that does not read notices a closed connection only by writing: the first write is answered with a reset, the second one
  // fails.
  for (let time = 0; time < 2; time += 1) {
    write(sockets, 'x')
    await sleep(1_000)
  }
  const left = sockets.size
  for (const socket of sockets) socket.destroy()
  return { way, left }
}

function write(sockets: ReadonlySet<Socket>, text: string): void {
  if (text) for (const socket of sockets) socket.write(text)
}
