import { Fragment, type ReactNode } from 'react'

/**
 * Renders a text with tags, like `Read our <terms>terms</terms> first.`, passing the content of each tag to the function of its name. Tags
 * without a function are rendered as plain text.
 */
export function RichText({ text, parts }: { text: string; parts: Readonly<Record<string, (inner: string) => ReactNode>> }) {
  const segments = text.split(/(<(\w+)>.*?<\/\2>)/gs).filter((_, index) => index % 3 !== 2)
  return segments.map((segment, index) => {
    const marked = /^<(\w+)>(.*)<\/\1>$/s.exec(segment)
    if (!marked) return <Fragment key={index}>{segment}</Fragment>
    const [, name = '', inner = ''] = marked
    return <Fragment key={index}>{parts[name]?.(inner) ?? inner}</Fragment>
  })
}
