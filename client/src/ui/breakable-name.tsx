import { Fragment } from 'react'

/** A name such as `citizenship_screening`, which breaks after its underscores where there is no room, and within a word only where that alone is too long. */
export function BreakableName({ name }: { name: string }) {
  const parts = name.split(/(?<=_)/)
  return (
    <span className="wrap-break-word">
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
