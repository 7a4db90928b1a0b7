import { Fragment, type ReactNode } from 'react'

/**
 * A text with marked parts, like `Read our <terms>terms</terms> first.`, each handed to the function of its name.
 * A part without a function is shown as plain text.
 */
export function RichText({ text, parts }: { text: string; parts: Readonly<Record<string, (inner: string) => ReactNode>> }) {
  const pieces = text.split(/(<(\w+)>.*?<\/\2>)/gs).filter((_, place) => place % 3 !== 2)
  return pieces.map((piece, place) => {
    const marked = /^<(\w+)>(.*)<\/\1>$/s.exec(piece)
    if (!marked) return <Fragment key={place}>{piece}</Fragment>
    const [, name = '', inner = ''] = marked
    return <Fragment key={place}>{parts[name]?.(inner) ?? inner}</Fragment>
  })
}
