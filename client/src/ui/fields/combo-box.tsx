import {
  Button,
  ComboBox as AriaComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components/ComboBox'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useWords } from '../../words/language.ts'
import { controlClass, type FieldFrame } from '../field.tsx'
import { Icon } from '../icon.tsx'

export interface ComboBoxChoice<Value extends string | number> {
  value: Value
  label: string
}

export interface ComboBoxProps<Value extends string | number> extends FieldFrame {
  choices: readonly ComboBoxChoice<Value>[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  placeholder?: string
  disabled?: boolean
}

const rowClass =
  'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 py-2 outline-none data-focused:bg-sunken data-selected:font-bold data-focused:shadow-[inset_0_0_0_2px_var(--accent)]'

/** A choice from a long list, found by typing. Its bundle is large: use it only on lazy-loaded pages. */
export function ComboBox<Value extends string | number>({
  choices,
  value,
  onChange,
  placeholder,
  disabled,
  ...frame
}: ComboBoxProps<Value>) {
  const { t, language } = useWords()
  return (
    <I18nProvider locale={language}>
      <AriaComboBox
        id={frame.id}
        selectedKey={value ?? null}
        onSelectionChange={(key) => onChange(choices.find((choice) => choice.value === key)?.value)}
        defaultItems={choices}
        menuTrigger="focus"
        allowsEmptyCollection
        isDisabled={disabled}
        isInvalid={frame.error !== undefined}
        className="grid gap-1.5"
      >
        <Label className="font-medium">
          {frame.label}
          {frame.optional && <span className="font-normal text-mute"> ({t('kit.optional')})</span>}
        </Label>
        {frame.hint && (
          <Text slot="description" elementType="div" className="text-mute">
            {frame.hint}
          </Text>
        )}
        <div className="relative">
          <Input placeholder={placeholder ?? t('kit.pleaseSelect')} className={`${controlClass} pe-12`} />
          <Button
            aria-label={t('kit.showAll')}
            className="absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center text-mute hover:text-ink"
          >
            <Icon name="chevron-down" />
          </Button>
        </div>
        <FieldError className="flex items-start gap-1.5 font-medium text-stop">
          <span className="flex h-[1lh] items-center">
            <Icon name="warning" />
          </span>
          <span>{frame.error}</span>
        </FieldError>
        <Popover className="w-(--trigger-width) rounded-md border border-line bg-raised shadow-float">
          <ListBox
            className="max-h-80 overflow-y-auto p-1 outline-none"
            renderEmptyState={() => <p className="px-3 py-4 text-mute">{t('kit.noMatch')}</p>}
          >
            {(choice: ComboBoxChoice<Value>) => (
              <ListBoxItem id={choice.value} textValue={choice.label} className={rowClass}>
                <span>{choice.label}</span>
                {choice.value === value && <Icon name="check" />}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaComboBox>
    </I18nProvider>
  )
}
