import { offsetsOf } from '@portico/shared/rules/offsets'
import { useWords } from '../../words/language.ts'
import { Button } from '../button.tsx'
import { useOnline } from '../feedback/use-online.ts'
import { useOffset } from './url-state.ts'

/** The pagination of a page of a list (shared/spec/contract.md#lists). */
export interface PagerPage {
  readonly pagination: { readonly batchSize: number; readonly offset: number }
  readonly meta: { readonly count: number }
}

const steps = ['first', 'prev', 'next', 'last'] as const

/** First, Prev, Next, Last. The offset is in the URL; the buttons are disabled while a page loads, which offline waits for the network. */
export function Pager({ page, loading }: { page: PagerPage | undefined; loading: boolean }) {
  const { t } = useWords()
  const [, setOffset] = useOffset()
  const online = useOnline()
  const offsets = page && offsetsOf({ offset: page.pagination.offset, batchSize: page.pagination.batchSize, count: page.meta.count })
  return (
    <nav aria-label={t('kit.pages')} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <p role="status" className="tabular min-h-6 text-sm text-mute">
        {loading && !online ? t('errors.network') : page && <Rows page={page} />}
      </p>
      <div className="flex flex-wrap gap-2">
        {steps.map((step) => {
          const target = loading ? undefined : offsets?.[step]
          return (
            <Button
              key={step}
              kind="secondary"
              size="small"
              disabled={target === undefined}
              onClick={() => target !== undefined && setOffset(target)}
            >
              {t(`kit.${step}`)}
            </Button>
          )
        })}
      </div>
    </nav>
  )
}

function Rows({ page: { pagination, meta } }: { page: PagerPage }) {
  const { t } = useWords()
  if (meta.count === 0 || pagination.offset >= meta.count) return t('kit.noRows')
  const to = Math.min(pagination.offset + pagination.batchSize, meta.count)
  return t('kit.rows', { from: pagination.offset + 1, to, count: meta.count })
}
