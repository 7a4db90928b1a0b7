import { Agent, request } from 'node:http'
import { seedCredentials } from '@portico/server/seed/seed-accounts'

/** Calls a portal as its root account and returns the data. Throws on a refusal. */
export type SignedIn = (path: string, body?: unknown) => Promise<Record<string, unknown>>

/** Signs in over HTTP and keeps one connection, like a browser. Access tokens last ten minutes: sign in again for each file of lines. */
export async function signIn(origin: string): Promise<SignedIn> {
  const agent = new Agent({ keepAlive: true })
  let token = ''
  const call: SignedIn = async (path, body = {}) => {
    const answer: Record<string, unknown> = JSON.parse(await post(agent, `${origin}/api/${path}`, JSON.stringify(body), token))
    if (answer['success'] === false) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return typeof answer['data'] === 'object' && answer['data'] !== null ? { ...answer['data'] } : answer
  }
  token = String((await call('auth/login/local', seedCredentials))['accessToken'])
  return call
}

// Not `@portico/client`, whose `fetch`, retries and keys would be part of the measurement.
function post(agent: Agent, url: string, body: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const sent = request(url, { agent, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve(text))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
