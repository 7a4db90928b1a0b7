import type { DoorPerson } from '@portico/shared/contract/door'
import { languageOf } from '@portico/shared/words/languages'
import type { CSSProperties } from 'react'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { onSheets, papers, type LabelSheet } from './label-sheets.ts'

/** Prints a label in actual size for each respondent, with name, language, id and QR code. */
export function NameLabels({ people, sheet }: { people: readonly DoorPerson[]; sheet: LabelSheet }) {
  const style: Record<`--${string}`, string | number> & CSSProperties = {
    '--columns': sheet.columns,
    '--paper-width': `${papers[sheet.paper].width}mm`,
    '--paper-height': `${papers[sheet.paper].height}mm`,
    '--label-width': `${sheet.width}mm`,
    '--label-height': `${sheet.height}mm`,
    '--column-gap': `${sheet.columnGap}mm`,
    '--margin-top': `${sheet.marginTop}mm`,
    '--margin-left': `${sheet.marginLeft}mm`,
  }
  return (
    <div
      role="region"
      tabIndex={0}
      aria-label="Name labels"
      className="printed-day labels overflow-x-auto"
      data-paper={sheet.paper}
      style={style}
    >
      {onSheets(people, sheet).map((group) => (
        <ul key={group[0]?.anonymousId} className="label-sheet">
          {group.map((person) => (
            <NameLabel key={person.anonymousId} person={person} />
          ))}
        </ul>
      ))}
    </div>
  )
}

function NameLabel({ person: { anonymousId, fullName, language } }: { person: DoorPerson }) {
  return (
    <li className="name-label">
      <span className="label-text">
        <span dir="auto" className="label-name">
          {fullName || '\u00a0'}
        </span>
        <span className="label-more">
          <span>{languageOf(language)?.englishName ?? language}</span>
          <span translate="no">{anonymousId}</span>
        </span>
      </span>
      <QrCode text={anonymousId} title={anonymousId} />
    </li>
  )
}
