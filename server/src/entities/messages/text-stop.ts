import { defineEntity, p } from '@mikro-orm/postgresql'

/** The keyed hash of a telephone number that opted out of text messages. It outlives its respondents: a new submission does not undo it. */
export const TextStop = defineEntity({
  name: 'TextStop',
  tableName: 'text_stop',
  properties: {
    phoneHash: p.blob().$type<Buffer>().primary(),
    stoppedAt: p.datetime(),
  },
})

/** A reply that was processed, as a keyed hash of the gateway's id, so that a duplicate delivery is ignored. */
export const ReceivedText = defineEntity({
  name: 'ReceivedText',
  tableName: 'received_text',
  properties: {
    hash: p.blob().$type<Buffer>().primary(),
    receivedAt: p.datetime(),
  },
})
