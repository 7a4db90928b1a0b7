import type { ReactNode } from 'react'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Confirms a completed step and says where to go next. */
export function DonePage({ title, children, signIn = false }: { title: string; children: ReactNode; signIn?: boolean }) {
  return (
    <Page title={title} width="narrow">
      <Banner kind="success">
        <div className="grid gap-2">{children}</div>
      </Banner>
      {signIn && (
        <div>
          <LinkButton to={paths.signIn()}>Login</LinkButton>
        </div>
      )}
    </Page>
  )
}
