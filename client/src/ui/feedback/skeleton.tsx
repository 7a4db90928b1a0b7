import { useWords } from '../../words/language.ts'

/** A placeholder for one line of text while it loads. `width` is a CSS length; 70 % of the line by default. */
export function SkeletonLine({ width = '70%' }: { width?: string }) {
  return (
    <span aria-hidden="true" className="block py-[0.25em]">
      <Bone width={width} height="1em" />
    </span>
  )
}

/** A placeholder of this height in px. */
export function SkeletonBox({ height }: { height: number }) {
  return <Bone width="100%" height={height} />
}

/** An empty SVG: its size is an attribute, because prerendered pages may not contain inline styles. */
function Bone({ width, height }: { width: string; height: string | number }) {
  return <svg aria-hidden="true" width={width} height={height} className="bordered-when-forced block max-w-full rounded-sm bg-sunken" />
}

/** A Loading... text, where no placeholder fits. */
export function Loading() {
  const { t } = useWords()
  return (
    <p role="status" className="py-8 text-mute">
      {t('kit.loading')}
    </p>
  )
}
