import { languageOf } from '@portico/shared/words/languages'
import { callRest, type RestOutput } from '../../../api/rest.ts'
import { report } from '../../../api/report.ts'
import { setLanguage } from '../../../words/language.ts'

const hashKey = '#walk-in='

/** A record that somebody at a workshop's door began, and the secret of its link (shared/spec/contract.md#walk-ins). */
export interface WalkIn extends RestOutput<'workshops/openWalkIn'> {
  readonly token: string
}

/**
 * What the door noted of whoever opened its link, shown in their language from now on; undefined at every other address, and for a link that is
 * worth nothing any more: then it is a questionnaire like any other. The secret is taken out of the address at once.
 */
export async function openWalkInOfAddress(): Promise<WalkIn | undefined> {
  if (!location.hash.startsWith(hashKey)) return undefined
  const token = location.hash.slice(hashKey.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  try {
    const opened = await callRest('workshops/openWalkIn', { token })
    const language = languageOf(opened.language)
    if (language) await setLanguage(language.code)
    return { token, ...opened }
  } catch (error) {
    report('The walk-in could not be opened.', error)
    return undefined
  }
}
