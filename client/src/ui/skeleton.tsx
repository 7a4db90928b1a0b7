import { useWords } from '../words/language.ts'

/** Keeps the place of one line of text while it loads. `width` is any CSS length; a full line when left out. */
export function SkeletonLine({ width = '70%' }: { width?: string }) {
  return (
    <span aria-hidden="true" className="block py-[0.25em]">
      <span style={{ width }} className="bordered-when-forced block h-[1em] max-w-full rounded-sm bg-sunken" />
    </span>
  )
}

/** Keeps the place of something of this height in px while it loads. */
export function SkeletonBox({ height }: { height: number }) {
  return <div aria-hidden="true" style={{ height }} className="bordered-when-forced rounded-md bg-sunken" />
}

/** Says Loading..., for what has no place to keep. */
export function Loading() {
  const { t } = useWords()
  return (
    <p role="status" className="py-8 text-mute">
      {t('kit.loading')}
    </p>
  )
}
