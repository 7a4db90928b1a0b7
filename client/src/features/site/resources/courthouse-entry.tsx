import type { Courthouse } from '../../../content/courthouses.ts'
import { useWords } from '../../../words/language.ts'
import { Entry } from './entry.tsx'

/** A court that keeps records. */
export function CourthouseEntry({ courthouse }: { courthouse: Courthouse }) {
  const { t } = useWords()
  const { title, note, address, phone, hours, verified } = courthouse
  return (
    <Entry name={title} note={note} contact={{ address, phone, hours }} warning={verified ? undefined : t('resources.courts.unverified')} />
  )
}
