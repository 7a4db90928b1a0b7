import { limits } from '@portico/shared/words/limits'
import { useEffect, useState } from 'react'
import { callRest } from '../../api/rest.ts'
import { useWords } from '../../words/language.ts'

const promises = [
  ['delete', 'deleteTime'],
  ['update', 'updateTime'],
  ['stop', 'stopTime'],
  ['breach', 'breachTime'],
  ['keep', 'keepTime'],
  ['age', 'ageRule'],
] as const

/** What a reader of the privacy policy most wants to know, at a glance. */
export function Promises() {
  const { t, language } = useWords()
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long', numberingSystem: 'latn' }).format(
    useRetentionDays(),
  )
  return (
    <section>
      <h2 className="pb-3 text-xl">{t('privacy.short.title')}</h2>
      <dl className="border-t-2 border-ink">
        {promises.map(([what, when]) => (
          <div key={what} className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_1fr]">
            <dt>{t(`privacy.short.${what}`)}</dt>
            {/* A prerendered page has the unit from the server, which knows more languages than some browsers. */}
            <dd className="font-bold" suppressHydrationWarning>
              {when === 'keepTime' ? t('privacy.short.keepTime', { days }) : t(`privacy.short.${when}`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

// The page is made before anybody knows the setting; without an answer it says the default.
function useRetentionDays(): number {
  const [days, setDays] = useState<number>(limits.retentionDays)
  useEffect(() => {
    callRest('privacy/getRetention', {}).then(
      (retention) => setDays(retention.days),
      () => {},
    )
  }, [])
  return days
}
