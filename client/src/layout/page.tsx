import { directionOf } from '@portico/shared/words/languages'
import { createContext, useContext, useEffect, type ReactNode } from 'react'
import { markHydrated } from './hydration.ts'
import { FixedWords, useWords } from '../words/language.ts'

export interface PageProps {
  title: string
  subtitle?: ReactNode
  /** Next to the title: the main action of this page. */
  actions?: ReactNode
  /** `narrow` for a form, `prose` for reading, `full` for tables. */
  width?: 'narrow' | 'prose' | 'full'
  /** Reduced spacing on phones, for screens that are used in a hurry. */
  dense?: boolean
  children: ReactNode
}

const widths = { narrow: 'max-w-narrow', prose: 'max-w-prose', full: 'max-w-page' } as const

/** A page: sets the document title, and renders the heading and the content in a column of the given width. */
export function Page({ title, subtitle, actions, width = 'full', dense = false, children }: PageProps) {
  const fixed = useContext(FixedWords)?.language
  useTitle(title)
  return (
    <div
      lang={fixed}
      dir={fixed && directionOf(fixed)}
      className={`mx-auto grid w-full content-start px-4 md:px-6 ${dense ? 'grid-cols-[minmax(0,1fr)] gap-2 py-2 md:gap-4 md:py-6' : 'gap-8 py-8 md:py-12'} ${widths[width]}`}
    >
      <div className={`flex flex-wrap items-end justify-between ${dense ? 'gap-x-1' : 'gap-x-8 gap-y-4'}`}>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
          <h1 className={dense ? 'text-xl' : 'text-3xl'}>{title}</h1>
          {subtitle && <p className="max-w-prose text-lg text-mute">{subtitle}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}

/** Sets the document title; for pages that render their own heading. */
export function useTitle(title: string): void {
  const { t } = useWords()
  const product = t('logo.portico')
  const name = title === product ? product : `${title} · ${product}`
  useContext(TitleSink)?.(name)
  useEffect(() => {
    document.title = name
    markHydrated()
  }, [name])
}

/** Receives the title during prerendering, where there is no document. */
export const TitleSink = createContext<((title: string) => void) | undefined>(undefined)
