import type { DoorList } from '@portico/shared/contract/door'
import { languages, type LanguageCode } from '@portico/shared/words/languages'
import { useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { paths } from '../../../paths.ts'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { wordsOf } from '../../../words/language.ts'

/** The poster for the venue: one QR code, with instructions in every language. */
export function Poster({ workshop: { name, title } }: { workshop: DoorList['workshop'] }) {
  const texts = useQuery({
    queryKey: ['poster'],
    queryFn: () => Promise.all(languages.map(({ code }) => lineIn(code))),
    staleTime: Infinity,
  })
  if (texts.error) return <ErrorBanner error={texts.error} retry={() => void texts.refetch()} />
  return (
    <div className="printed-day poster">
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <QrCode text={location.origin + paths.selfCheckIn(name)} title="Check in" />
      <ul>
        {languages.map(({ code, direction }, place) => (
          <li key={code} lang={code} dir={direction}>
            {texts.data?.[place]}
          </li>
        ))}
      </ul>
    </div>
  )
}

async function lineIn(code: LanguageCode): Promise<string> {
  return (await wordsOf(code)).t('checkIn.poster')
}
