import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { smtpMailer } from './mailer.ts'

const email = { id: 'portico-1', to: 'mai@respondents.example', subject: 'x', text: 'x', html: 'x', language: 'en' }

it.each([
  ['from the beginning', ''],
  ['after its greeting', '220 mail.example ESMTP\r\n'],
])(
  'a mail server that says nothing %s is given up, and the email waits for its next turn',
  async (_when, greeting) => {
    const held: Socket[] = []
    const server = createServer((socket) => {
      held.push(socket.on('error', () => {}))
      if (greeting) socket.write(greeting)
    })
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    await expect(smtpMailer(`smtp://127.0.0.1:${port}`, 200)(email)).rejects.toThrow(/timeout|never received/i)
    for (const socket of held) socket.destroy()
    server.close()
  },
  5_000,
)
