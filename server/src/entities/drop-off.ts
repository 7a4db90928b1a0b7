import { defineEntity, p } from '@mikro-orm/postgresql'
import { Questionnaire } from './questionnaire.ts'

/** How often people left a version without sending, by the last question that they were shown. Says nothing of who or when. */
export const DropOff = defineEntity({
  name: 'DropOff',
  tableName: 'drop_off',
  properties: {
    questionnaire: () => p.manyToOne(Questionnaire).primary().deleteRule('cascade'),
    identifier: p.text().primary(),
    times: p.integer(),
  },
})
