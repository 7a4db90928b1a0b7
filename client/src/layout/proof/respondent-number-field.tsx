import { TextField } from '../../ui/fields/text-field.tsx'
import { useWords } from '../../words/language.ts'

interface RespondentNumberFieldProps {
  value: string
  error: string | undefined
  onChange: (number: string) => void
}

/** A field for the number on a respondent's receipt. */
export function RespondentNumberField({ value, error, onChange }: RespondentNumberFieldProps) {
  const { t } = useWords()
  return (
    <TextField
      label={t('mail.invitation.number')}
      hint={t('status.numberHint')}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}
