import { Link } from 'wouter'
import { site } from '../../content/site.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/language.ts'
import { Logo } from './logo.tsx'

/** Copyright, the kind of organisation, and a donate button that can be hidden. */
export function Footer({ donateHidden = false }: { donateHidden?: boolean }) {
  const { t } = useWords()
  return (
    <footer className="on-deep mt-auto bg-deep text-on-deep">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-10 md:grid-cols-[1fr_auto] md:items-start md:px-6">
        <div className="grid justify-items-start gap-4">
          <Logo height={36} />
          <p className="max-w-prose text-on-deep-mute">{t('footer.nonprofit')}</p>
        </div>
        {!donateHidden && (
          <a
            href={site.donateUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-12 items-center justify-center gap-2 justify-self-start rounded-md border-[1.5px] border-accent-on-deep px-6 font-bold text-accent-on-deep no-underline hover:bg-accent-on-deep hover:text-deep"
          >
            {t('footer.donate')}
            <Icon name="external" size={16} /> <span className="sr-only">({t('nav.newTab')})</span>
          </a>
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-2 border-t border-on-deep-mute/30 pt-6 text-sm text-on-deep-mute md:col-span-2">
          <p className="me-auto basis-full sm:basis-auto">{t('footer.copyright')}</p>
          <Link href={paths.terms()} className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-on-deep">
            {t('footer.terms')}
          </Link>
          <Link href={paths.privacy()} className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-on-deep">
            {t('footer.privacy')}
          </Link>
        </div>
      </div>
    </footer>
  )
}
