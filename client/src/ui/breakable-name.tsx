import { Fragment } from 'react'

/** A name such as `citizenship_screening`, which wraps after its underscores, and within a word only if that word alone is too long. */
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
