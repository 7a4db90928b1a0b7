import { Component, type ErrorInfo, type ReactNode } from 'react'
import { report } from '../api/report.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useWords } from '../words/language.ts'

interface ErrorBoundaryProps {
  /** Changes when one goes elsewhere, and the error is left behind. */
  place: string
  children: ReactNode
}

/**
 * What a page that broke leaves in its place: 'Unexpected Application Error!' and the error's text (shared/spec/product.md#error-messages).
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; place: string }> {
  override state = { error: undefined, place: this.props.place }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: { error: unknown; place: string }) {
    return props.place === state.place ? null : { error: undefined, place: props.place }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    report(`A page broke.${info.componentStack ?? ''}`, error)
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <BrokenPage error={this.state.error} />
  }
}

function BrokenPage({ error }: { error: unknown }) {
  const { t } = useWords()
  return (
    <div className="mx-auto grid w-full max-w-prose gap-6 px-4 py-12 md:px-6">
      <h1 className="text-3xl">{t('errors.application')}</h1>
      <Banner kind="error">{error instanceof Error ? error.message : String(error)}</Banner>
      <div>
        <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>
      </div>
    </div>
  )
}
