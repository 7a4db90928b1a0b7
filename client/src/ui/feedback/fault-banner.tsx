import type { ReactNode } from 'react'
import { Banner } from './banner.tsx'
import { focusOnce } from './focus-once.ts'

/** An error banner that takes the focus when it appears, which scrolls it into view: on phones, the pressed button is far below it. */
export function FaultBanner({ children }: { children: ReactNode }) {
  return (
    <div ref={focusOnce} tabIndex={-1} className="scroll-mt-4">
      <Banner kind="error">{children}</Banner>
    </div>
  )
}
