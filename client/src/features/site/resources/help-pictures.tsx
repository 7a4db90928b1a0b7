import { pictureLanguages } from '../../../content/help-pictures.ts'
import { useWords } from '../../../words/language.ts'
import { StepPicture } from './step-picture.tsx'

/** The pictures in English, Spanish and Vietnamese, each language with an anchor of its own. */
export function HelpPictures() {
  const { t } = useWords()
  return (
    <div className="grid gap-12">
      {pictureLanguages.map(({ code, nativeName, pictures }) => (
        <section key={code} id={`help-${code}`} aria-label={t('resources.help.picture', { language: nativeName })} className="scroll-mt-6">
          <h3 lang={code} className="border-t-2 border-ink pt-4 pb-5 text-xl">
            {nativeName}
          </h3>
          <div lang={code} dir="ltr" className="flex flex-wrap gap-6">
            {pictures.map((picture) => (
              <figure key={picture.id} className="w-full max-w-[24rem]">
                <StepPicture picture={picture} />
              </figure>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
