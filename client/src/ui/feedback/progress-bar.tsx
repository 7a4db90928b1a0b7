/** Shows progress as a bar and as `text`: "Question 7 of 62". Indeterminate without `max`. */
export function ProgressBar({ value, max, text }: { value: number; max: number | undefined; text: string }) {
  return (
    <label className="grid gap-1.5">
      <span className="tabular text-sm text-mute">{text}</span>
      <progress className="progress-bar" value={max === undefined ? undefined : value} max={max} />
    </label>
  )
}
