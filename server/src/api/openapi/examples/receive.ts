// Receives webhooks on PORT and fetches each spreadsheet once it is ready. Needs Node alone: node receive.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

const { PORTICO_URL, PORTICO_TOKEN, WEBHOOK_SECRET = '', PORT } = process.env
const seen = new Set<string>()

function isGenuine(headers: IncomingHttpHeaders, body: string): boolean {
  const [id, timestamp, given] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const wanted = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
  const signatures = String(given)
    .split(' ')
    .map((one) => Buffer.from(one))
  return signatures.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted))
}

async function fetchDownload(id: number): Promise<void> {
  const answer = await fetch(`${PORTICO_URL}/api/downloads/getDownloadFile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PORTICO_TOKEN}`, 'content-type': 'application/json', prefer: 'handling=strict' },
    body: JSON.stringify({ id }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await writeFile(`download-${id}.xlsx`, new Uint8Array(await answer.arrayBuffer()))
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  if (!isGenuine(request.headers, body)) return void response.writeHead(401).end()
  // Answered first: what takes long comes afterwards.
  response.writeHead(204).end()
  const id = String(request.headers['webhook-id'])
  if (seen.has(id)) return
  seen.add(id)
  const { type, data } = JSON.parse(body)
  if (type === 'download.ready') await fetchDownload(data.downloadId)
  console.log(type, data.anonymousId ?? data.downloadId ?? '')
}

createServer((request, response) => void receive(request, response)).listen(Number(PORT), '127.0.0.1')
