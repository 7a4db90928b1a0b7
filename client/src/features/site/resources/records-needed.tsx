import { Icon } from '../../../ui/icon.tsx'
import { useWords } from '../../../words/language.ts'

const toBring = ['name', 'birth', 'number', 'when', 'photo'] as const

/** Lists what to bring when requesting court records and how the court finds a case. */
export function RecordsNeeded({ website }: { website: string }) {
  const { t } = useWords()
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
      <div className="grid content-start gap-3">
        <h3 className="text-lg">{t('resources.records.bring')}</h3>
        <ul className="grid gap-3">
          {toBring.map((thing) => (
            <li key={thing} className="flex gap-3">
              <span className="flex h-[1lh] items-center text-good">
                <Icon name="check" size={20} />
              </span>
              {t(`resources.records.${thing}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid content-start gap-3">
        <h3 className="text-lg">{t('resources.records.find')}</h3>
        <p>{t('resources.records.new')}</p>
        <p>{t('resources.records.old')}</p>
        <p>
          <a href={website} target="_blank" rel="noopener noreferrer" className="link inline-flex min-h-11 items-center gap-2">
            {t('resources.records.court')}
            <Icon name="external" size={16} />
            <span className="sr-only"> ({t('nav.newTab')})</span>
          </a>
        </p>
      </div>
    </div>
  )
}
