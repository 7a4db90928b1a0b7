import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldGroup, type FieldFrame } from '../../ui/field.tsx'

interface ChecklistProps<Value extends string | number> extends FieldFrame {
  choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  /** Shown when there are no choices. */
  none: string
  /** Stacks the choices vertically, for long labels. */
  long?: boolean
}

/** Selects any number of choices. `value` keeps the order in which they were selected. */
export function Checklist<Value extends string | number>({
  choices,
  value,
  onChange,
  none,
  long = false,
  ...frame
}: ChecklistProps<Value>) {
  const toggle = (choice: Value, chosen: boolean) => onChange(chosen ? [...value, choice] : value.filter((other) => other !== choice))
  return (
    <FieldGroup {...frame}>
      {choices.length === 0 ? (
        <p className="text-mute">{none}</p>
      ) : (
        <div
          className={`grid max-h-88 gap-x-4 overflow-y-auto rounded-md border border-line bg-raised px-4 py-2 ${long ? '' : 'sm:grid-cols-2'}`}
        >
          {choices.map((choice) => (
            <Checkbox
              key={choice.value}
              label={<span className="wrap-anywhere">{choice.label}</span>}
              hint={choice.hint}
              checked={value.includes(choice.value)}
              onChange={(event) => toggle(choice.value, event.target.checked)}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
