import type { ReactNode } from 'react'

/** A section of the terms or the privacy policy: its paragraphs, then `children`. */
export function LegalSection({ title, texts = [], children }: { title: string; texts?: readonly string[]; children?: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {children}
    </section>
  )
}
