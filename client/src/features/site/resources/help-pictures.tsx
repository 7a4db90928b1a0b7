import { pictureLanguages } from '../../../content/help-pictures.ts'
import { useWords } from '../../../words/language.ts'
import { StepPicture } from './step-picture.tsx'

/** The picture guides in English, Spanish and Vietnamese, the reader's language first, each with its own anchor. */
export function HelpPictures() {
  const { t, language } = useWords()
  const ordered = pictureLanguages.toSorted((one, other) => Number(other.code === language) - Number(one.code === language))
  return (
    <div className="grid">
      {ordered.map(({ code, nativeName, pictures }) => (
        <details key={code} className="border-t-2 border-ink">
          <summary className="min-h-12 cursor-pointer py-3">
            <h3 lang={code} className="inline text-xl">
              {nativeName}
            </h3>
          </summary>
          <div
            id={`help-${code}`}
            role="group"
            aria-label={t('resources.help.picture', { language: nativeName })}
            lang={code}
            dir="ltr"
            className="flex scroll-mt-6 flex-wrap gap-6 pb-6"
          >
            {pictures.map((picture) => (
              <figure key={picture.id} className="w-full max-w-[24rem]">
                <StepPicture picture={picture} />
              </figure>
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}
