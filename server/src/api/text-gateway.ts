import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TextKeyword } from '@portico/shared/words/text-keywords'
import { reportDelivery, receiveText } from '../features/messages/texts/replies.ts'
import type { HttpServices, Services } from '../infra/request-context.ts'

const formBytes = 64 * 1024
/** No text message has more; the number is only shown. */
const attachmentsAtMost = 99

const deliveries: Readonly<Record<string, 'delivered' | 'undelivered'>> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
}
const optOuts: Readonly<Record<string, TextKeyword>> = { STOP: 'stop', START: 'start', HELP: 'help' }

/**
 * The endpoints that the text message gateway calls: delivery reports and replies. They are not part of the API: they take forms signed by
 * the gateway and return markup that it reads (shared/spec/contract.md#text-messages).
 */
export function mountTextGateway(app: FastifyInstance, services: HttpServices): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: formBytes } as const
    scope.addContentTypeParser<Buffer>('application/x-www-form-urlencoded', options, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    )
    scope.post<{ Params: { messageId: string } }>('/texts/status/:messageId', async (request, reply) => {
      const form = signedForm(services, request)
      if (!form) return refuse(services, reply)
      const delivery = deliveries[form.get('MessageStatus') ?? form.get('SmsStatus') ?? '']
      const messageId = Number(request.params.messageId)
      if (delivery && Number.isSafeInteger(messageId)) await reportDelivery({ services, requestId: request.id }, messageId, delivery)
      return reply.code(204).send()
    })
    scope.post('/texts/reply', async (request, reply) => {
      const form = signedForm(services, request)
      const [gatewayId, from] = [form?.get('MessageSid'), form?.get('From')]
      if (!form || !gatewayId || !from) return refuse(services, reply)
      const answer = await receiveText(
        { services, requestId: request.id },
        {
          gatewayId,
          from,
          text: form.get('Body') ?? '',
          attachments: Math.min(Math.max(Number.parseInt(form.get('NumMedia') ?? '0', 10) || 0, 0), attachmentsAtMost),
          answered: optOuts[form.get('OptOutType') ?? ''],
        },
      )
      return reply.type('text/xml').send(markup(answer))
    })
  })
}

function signedForm({ texts, publicUrl }: Services, { body, url, headers }: FastifyRequest): URLSearchParams | undefined {
  const signature = headers['x-twilio-signature']
  if (!(body instanceof URLSearchParams) || typeof signature !== 'string') return undefined
  return texts?.isSigned(`${publicUrl}${url}`, body, signature) ? body : undefined
}

function refuse({ metrics }: Services, reply: FastifyReply): FastifyReply {
  metrics.text('unsigned')
  return reply.code(403).send()
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function markup(answer: string | undefined): string {
  const said = answer?.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign)
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${said ? `<Message>${said}</Message>` : ''}</Response>`
}
