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

/** Summarizes the privacy policy. */
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
            {/* A prerendered unit uses the server's locale data, which covers more languages than some browsers. */}
            <dd className="font-bold" suppressHydrationWarning>
              {when === 'keepTime' ? t('privacy.short.keepTime', { days }) : t(`privacy.short.${when}`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

// The page is prerendered without the setting, so it shows the default until the server answers.
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
