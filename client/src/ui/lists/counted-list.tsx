/** How many there are, which can be opened, and the bounds under it. `what`: one of them, then several. */
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
