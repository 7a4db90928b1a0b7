import type { LogoKey } from '@portico/shared/words/logos'
import { useWords } from '../../words/language.ts'

/** The logo of the product, or of a partner in the same style. `height` is that of the mark in px. */
export function Logo({ logoKey = 'portico', height = 32 }: { logoKey?: LogoKey; height?: number }) {
  const { t } = useWords()
  return (
    <span className="inline-flex items-center gap-2.5 leading-none" dir="ltr">
      <Arch logoKey={logoKey} height={height} />
      <span className={`wordmark text-xl font-bold ${logoKey === 'portico' ? '' : 'border-s-2 border-accent ps-2.5'}`}>
        {t(`logo.${logoKey}`)}
      </span>
    </span>
  )
}

/** One path each: Portico is an arch within an arch; each partner has a shape of its own. */
const strokes: Record<LogoKey, string> = {
  portico: 'M4 30V15.5a12 12 0 0 1 24 0V30M11 30V16.5a5 5 0 0 1 10 0V30',
  cet: 'M4 30V6h24v24M11 30V18a5 5 0 0 1 10 0v12',
  ossj: 'M4 30V16a12 12 0 0 1 24 0v14M16 30V14',
  svcf: 'M4 30V13L16 4l12 9v17M11 30V19h10v11',
}

function Arch({ logoKey, height }: { logoKey: LogoKey; height: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      height={height}
      width={height}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={strokes[logoKey]} />
    </svg>
  )
}
