import { sql } from 'kysely'
import type { MessageState } from '@portico/shared/words/messages'

/** After this many attempts a message is given up: enough to survive a mail server that is down for a weekend. */
export const maxAttempts = 400

/** SQL expression: the state of a message. */
export const stateOf = sql<MessageState>`case
  when delivery is not null and due_at is null then delivery
  when sent_at is not null then 'sent'
  when due_at is not null and attempts = 0 then 'waiting'
  when due_at is not null then 'refused'
  when attempts >= ${sql.lit(maxAttempts)} then 'gave-up'
  else 'not-sent' end`

/** SQL expression: whether a query's message ended without reaching its recipient, who was refused for good or whom no attempt reached. */
export const isUndeliverable = sql<boolean>`(${stateOf} in ('undelivered', 'gave-up'))`
