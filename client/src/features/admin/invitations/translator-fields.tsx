import { languages } from '@portico/shared/words/languages'
import type { ControlledField } from '../../../api/use-contract-form.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { nameOfLanguage } from '../../../words/language-text.ts'
import { Checklist } from '../checklist.tsx'

type Controlled<Value> = Omit<ControlledField<Value>, 'value'> & { readonly value: Value | undefined }

interface TranslatorFieldsProps {
  translates: Controlled<string[]>
  signsOff: Controlled<boolean>
  optional?: boolean
  /** Languages to offer in addition to those that Portico supports. */
  known?: readonly string[]
}

/** Fields for the languages that an account translates into and whether it signs off translations. */
export function TranslatorFields({
  translates: { value = [], ...controlled },
  signsOff,
  optional = false,
  known = [],
}: TranslatorFieldsProps) {
  const codes = new Set([...languages.map(({ code }) => code).filter((code) => code !== 'en'), ...known])
  return (
    <>
      <Checklist
        label="Translates into"
        optional={optional}
        hint="They see the texts of questionnaires, emails and screens in these languages, and nobody’s answers."
        choices={[...codes].map((code) => ({ value: code, label: nameOfLanguage(code) }))}
        none=""
        value={value}
        {...controlled}
      />
      {value.length > 0 && (
        <Checkbox
          label="Signs translations off"
          hint="Without it they write drafts, and somebody else signs them off. Publishing stays with admins."
          checked={signsOff.value ?? false}
          onChange={(event) => signsOff.onChange(event.target.checked)}
        />
      )}
    </>
  )
}
