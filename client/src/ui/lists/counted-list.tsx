/** A count that expands to the list, with the bounds below. `what`: singular and plural. */
export function CountedList({
  items,
  what: [one, several],
  bounds,
}: {
  items: readonly string[]
  what: readonly [one: string, several: string]
  bounds: readonly string[]
}) {
  return (
    <div>
      <details>
        <summary>{items.length === 1 ? `1 ${one}` : `${items.length} ${several}`}</summary>
        <ul className="wrap-anywhere">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </details>
      {bounds.length > 0 && <span className="block text-mute wrap-anywhere">{`Only ${bounds.join(', ')}`}</span>}
    </div>
  )
}
