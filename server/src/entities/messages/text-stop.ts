import { defineEntity, p } from '@mikro-orm/postgresql'

/** A telephone number, as a keyed hash, that asked for no more text messages. It outlives its respondents: a new form does not undo it. */
export const TextStop = defineEntity({
  name: 'TextStop',
  tableName: 'text_stop',
  properties: {
    phoneHash: p.blob().$type<Buffer>().primary(),
    stoppedAt: p.datetime(),
  },
})

/** A reply that was taken in, as a keyed hash of the gateway's id: handed over twice, it counts once. */
export const ReceivedText = defineEntity({
  name: 'ReceivedText',
  tableName: 'received_text',
  properties: {
    hash: p.blob().$type<Buffer>().primary(),
    receivedAt: p.datetime(),
  },
})
