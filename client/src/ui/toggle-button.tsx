import { Icon } from './icon.tsx'

/** A toggle, such as a filter, with `aria-pressed` and a check mark. */
export function ToggleButton({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="bordered-when-forced inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-md border-[1.5px] border-edge bg-raised px-4 py-1.5 text-sm font-bold hover:border-ink hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-on-ink"
    >
      {pressed && <Icon name="check" />}
      {children}
    </button>
  )
}
