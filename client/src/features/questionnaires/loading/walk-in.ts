import { languageOf } from '@portico/shared/words/languages'
import { callRest, type RestOutput } from '../../../api/rest.ts'
import { report } from '../../../api/report.ts'
import { removeFragment } from '../../../paths.ts'
import { setLanguage } from '../../../words/language.ts'

const hashKey = '#walk-in='

/** A record that staff began at the door of a workshop, and the secret of its link (shared/spec/contract.md#walk-ins). */
export interface WalkIn extends RestOutput<'workshops/openWalkIn'> {
  readonly token: string
}

/**
 * Opens the walk-in link in the URL and switches to its language. Returns undefined without such a link or if it is no longer valid: then
 * the questionnaire works as usual. Removes the secret from the URL immediately.
 */
export async function openWalkInOfAddress(): Promise<WalkIn | undefined> {
  if (!location.hash.startsWith(hashKey)) return undefined
  const token = location.hash.slice(hashKey.length)
  removeFragment()
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
