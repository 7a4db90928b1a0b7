import { directionOf } from '@portico/shared/words/languages'
import { checklistIn, type WhatToBring } from '@portico/shared/words/what-to-bring'
import { useWords } from '../../../words/language.ts'

/** Lists what to bring to a workshop, in the user's language where translated; the personal number first. */
export function BringList({ bring }: { bring: WhatToBring }) {
  const { t, language } = useWords()
  return (
    <>
      <h2>{t('mail.invitation.bring')}</h2>
      <ul>
        <li>{t('sent.bringNumber')}</li>
        {checklistIn(language, bring, (key) => t(`mail.invitation.${key}`)).map((item) => (
          <li key={item.text}>
            <bdi lang={item.language} dir={directionOf(item.language)}>
              {item.text}
            </bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
