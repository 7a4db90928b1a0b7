import { useWords } from '../../words/language.ts'

/** Keeps the place of one line of text while it loads. `width` is a CSS length; 70 % of the line when left out. */
export function SkeletonLine({ width = '70%' }: { width?: string }) {
  return (
    <span aria-hidden="true" className="block py-[0.25em]">
      <Bone width={width} height="1em" />
    </span>
  )
}

/** Keeps the place of something of this height in px while it loads. */
export function SkeletonBox({ height }: { height: number }) {
  return <Bone width="100%" height={height} />
}

/** An image of nothing: its size is an attribute, because prerendered pages may carry no style of their own. */
function Bone({ width, height }: { width: string; height: string | number }) {
  return <svg aria-hidden="true" width={width} height={height} className="bordered-when-forced block max-w-full rounded-sm bg-sunken" />
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
