import { useWords } from '../../words/language.ts'

const promises = [
  ['delete', 'deleteTime'],
  ['update', 'updateTime'],
  ['stop', 'stopTime'],
  ['breach', 'breachTime'],
  ['age', 'ageRule'],
] as const

/** What a reader of the privacy policy most wants to know, at a glance. */
export function Promises() {
  const { t } = useWords()
  return (
    <section>
      <h2 className="pb-3 text-xl">{t('privacy.short.title')}</h2>
      <dl className="border-t-2 border-ink">
        {promises.map(([what, when]) => (
          <div key={what} className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_1fr]">
            <dt>{t(`privacy.short.${what}`)}</dt>
            <dd className="font-bold">{t(`privacy.short.${when}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
