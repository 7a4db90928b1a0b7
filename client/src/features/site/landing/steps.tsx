import { useWords } from '../../../words/language.ts'

const steps = ['answer', 'review', 'workshop'] as const

/** The steps from the questionnaire to the workshop, as three arches in a row. */
export function Steps() {
  const { t } = useWords()
  return (
    <section className="mx-auto w-full max-w-page px-4 py-14 md:px-6 md:py-20">
      <h2 className="pb-8 text-2xl md:text-3xl">{t('landing.how.title')}</h2>
      <ol className="grid gap-x-10 gap-y-10 md:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[auto_1fr] content-start gap-x-5 gap-y-2 md:grid-cols-1">
            <span
              aria-hidden="true"
              className="tabular grid h-16 w-13 place-items-center rounded-t-full border-2 border-b-0 border-ink pt-2 text-xl font-bold shadow-[0_2px_0_var(--accent)] max-md:row-span-2"
            >
              {index + 1}
            </span>
            <h3 className="text-lg md:pt-3">{t(`landing.how.${step}.title`)}</h3>
            <p className="max-w-prose">{t(`landing.how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
