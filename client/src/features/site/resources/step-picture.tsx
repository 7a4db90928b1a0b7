import type { HelpPicture } from '../../../content/help-pictures.ts'
import { drawings } from './drawings.tsx'

const width = 400
const head = 78
const row = 112
const line = 24

/** Draws numbered steps below each other; inherits colors and font from the page. */
export function StepPicture({ picture: { title, steps } }: { picture: HelpPicture }) {
  const height = head + steps.length * row + 12
  const words = steps.map(({ lines }, index) => `${index + 1}. ${lines.join(' ')}`)
  return (
    <svg role="img" aria-label={[`${title}:`, ...words].join(' ')} viewBox={`0 0 ${width} ${height}`} className="h-auto w-full">
      <rect x="1" y="1" width={width - 2} height={height - 2} rx="12" strokeWidth="2" className="fill-raised stroke-ink" />
      <path d={`M1 58V13a12 12 0 0 1 12-12H${width - 13}a12 12 0 0 1 12 12v45z`} className="fill-deep" />
      <text x="24" y="37" fontSize="21" fontWeight="650" className="fill-on-deep">
        {title}
      </text>
      {steps.map(({ drawing, lines }, index) => (
        <g key={drawing} transform={`translate(0 ${head + index * row})`}>
          {index > 0 && (
            <path d={`M24 -6H${width - 24}`} strokeWidth="1.5" strokeDasharray="2 6" strokeLinecap="round" className="stroke-edge" />
          )}
          <g transform="translate(20 6)" fill="none" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" className="stroke-ink">
            {drawings[drawing]}
          </g>
          <text x="132" y={56 - ((lines.length - 1) * line) / 2} fontSize="18" className="fill-ink">
            {lines.map((text, index) => (
              <tspan key={text} x="132" dy={index === 0 ? 0 : line}>
                {text}
              </tspan>
            ))}
          </text>
        </g>
      ))}
    </svg>
  )
}
