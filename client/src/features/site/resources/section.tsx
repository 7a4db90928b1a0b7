import type { ReactNode } from 'react'

/** A section of the page that can be linked to by its id. */
export function Section({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-6">
      <div className="grid gap-2">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        <p className="max-w-prose">{text}</p>
      </div>
      {children}
    </section>
  )
}
