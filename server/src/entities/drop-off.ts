import { defineEntity, p } from '@mikro-orm/postgresql'
import { Questionnaire } from './questionnaire.ts'

/** How often people left a version without submitting, by the last question shown to them. Contains no data on who or when. */
export const DropOff = defineEntity({
  name: 'DropOff',
  tableName: 'drop_off',
  properties: {
    questionnaire: () => p.manyToOne(Questionnaire).primary().deleteRule('cascade'),
    identifier: p.text().primary(),
    times: p.integer(),
  },
})
