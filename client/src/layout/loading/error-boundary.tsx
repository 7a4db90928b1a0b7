import { Component, useEffect, type ErrorInfo, type ReactNode } from 'react'
import { report } from '../../api/report.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../words/language.ts'
import { reloadIfReachable, reloadOnceConnected } from './reload.ts'

/** The code of a page could not be loaded: no connection, or a newer version of Portico has replaced it. */
export class PageUnreachable extends Error {}

interface ErrorBoundaryProps {
  /** A change of location clears the error. */
  location: string
  children: ReactNode
}

/**
 * Replaces a page that crashed with 'Unexpected Application Error!' and the error's text (shared/spec/product.md#error-messages), or,
 * without a connection, with a way to try again.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; location: string }> {
  override state = { error: undefined, location: this.props.location }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: { error: unknown; location: string }) {
    return props.location === state.location ? null : { error: undefined, location: props.location }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    if (!(error instanceof PageUnreachable)) report(`A page broke.${info.componentStack ?? ''}`, error)
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <BrokenPage error={this.state.error} />
  }
}

/** Says that the page crashed with this error or, without one, could not be loaded; then it is loaded once there is a connection. */
export function BrokenPage({ error = new PageUnreachable() }: { error?: unknown }) {
  const { t } = useWords()
  const unreachable = error instanceof PageUnreachable
  useEffect(() => (unreachable ? reloadOnceConnected() : undefined), [unreachable])
  return (
    <div className="mx-auto grid w-full max-w-prose gap-6 px-4 py-12 md:px-6">
      <h1 className="text-2xl">{t(unreachable ? 'errors.network' : 'errors.application')}</h1>
      {!unreachable && <Banner kind="error">{error instanceof Error ? error.message : String(error)}</Banner>}
      <div>
        <Button onClick={reloadIfReachable}>{t(unreachable ? 'errors.tryAgain' : 'errors.reload')}</Button>
      </div>
    </div>
  )
}
