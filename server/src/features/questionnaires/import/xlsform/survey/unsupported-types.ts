import { importProblems } from '@portico/shared/words/import/import-problems'
import { surveyWords } from '@portico/shared/words/question-types'
import { findCorrection } from '../../text-cleaning.ts'

const { Q08 } = importProblems
const deviceTypes =
  /^(geo\w+|start-geopoint|image|photo|audio|background-audio|video|file|barcode|rank|range|hidden|xml-external|csv-external|osm)$/

/** Returns the message for a row of an unsupported type (Q08). */
export function unsupportedType(text: string): string {
  const [word = ''] = text.toLowerCase().split(' ')
  if (text === '') return Q08.empty
  if (/^(begin|end)[ _]repeat$/i.test(text)) return Q08.repeat
  if (/_from_file$|_external$/.test(word)) return Q08.fromFile
  return deviceTypes.test(word) ? Q08.device(word) : Q08.type(word, isKnown(word) ? undefined : findCorrection(word, surveyWords))
}

function isKnown(word: string): boolean {
  return surveyWords.some((known) => known === word)
}

/** Returns the message for a labelled row of a metadata type, which its author may have meant as a question (Q08). */
export function labelledMetadata(word: string): string {
  if (word === 'phonenumber') return Q08.phone
  return word === 'email' ? Q08.email : Q08.labelled(word)
}
