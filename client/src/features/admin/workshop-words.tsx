import type { SaveWorkshop, Workshop } from '@portico/shared/contract/workshops'
import { languageCodes, languageOf, languages, type LanguageCode } from '@portico/shared/words/languages'
import { limits } from '@portico/shared/words/limits'
import { standardItemKeys, standardItems } from '@portico/shared/words/what-to-bring'
import { z } from 'zod'
import type { ContractForm } from '../../api/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { englishWords } from '../../words/language.ts'
import { Checklist } from './checklist.tsx'

/** Form values for what respondents read about a workshop besides its title. Custom items to bring are one per line. */
export const workshopWords = {
  standard: z.array(z.enum(standardItems)),
  own: z.string(),
  instruction: z.string(),
  translations: z.array(
    z.object({ language: z.enum(languageCodes).exclude(['en']), title: z.string(), own: z.string(), instruction: z.string() }),
  ),
}
const words = z.object(workshopWords)
type WorkshopWords = z.output<typeof words>

export function wordsOf(workshop: Pick<Workshop, 'titles' | 'bring' | 'instructions'> | undefined): WorkshopWords {
  if (!workshop) return { standard: [...standardItems], own: '', instruction: '', translations: [] }
  const { titles, bring, instructions } = workshop
  const translated = workshopWords.translations.element.shape.language.options.filter(
    (language) =>
      titles[language] !== undefined ||
      instructions[language] !== undefined ||
      bring.own.some(({ translations }) => translations[language] !== undefined),
  )
  return {
    standard: bring.standard,
    own: bring.own.map(({ text }) => text).join('\n'),
    instruction: instructions.en ?? '',
    translations: translated.map((language) => ({
      language,
      title: titles[language] ?? '',
      instruction: instructions[language] ?? '',
      own: bring.own
        .map(({ translations }) => translations[language] ?? '')
        .join('\n')
        .trimEnd(),
    })),
  }
}

/** Converts the form values to the contract's input. */
export function contractWordsOf({
  standard,
  own,
  instruction,
  translations,
}: WorkshopWords): Required<Pick<SaveWorkshop, 'titles' | 'bring' | 'instructions'>> {
  const lines = translations.map(({ language, own: text }) => ({ language, texts: linesOf(text) }))
  const given = <Value,>(entries: (readonly [string, Value | undefined])[]) => Object.fromEntries(entries.filter(([, value]) => value))
  return {
    instructions: given([['en', instruction.trim()], ...translations.map((one) => [one.language, one.instruction.trim()] as const)]),
    titles: given(translations.map(({ language, title }) => [language, title.trim()])),
    bring: {
      standard,
      own: linesOf(own).map((text, index) => ({ text, translations: given(lines.map(({ language, texts }) => [language, texts[index]])) })),
    },
  }
}

/**
 * Adds an issue for each instruction that is too long, and for each list whose lines are too many, too long or not as many as in English.
 */
export function checkWords({ own, instruction, translations }: WorkshopWords, context: z.RefinementCtx): void {
  const instructions = [
    { path: ['instruction'], text: instruction },
    ...translations.map((one, index) => ({ path: ['translations', index, 'instruction'], text: one.instruction })),
  ]
  for (const { path, text } of instructions)
    if (text.trim().length > limits.instructionMax)
      context.addIssue({ code: 'custom', path, message: `Write at most ${limits.instructionMax} characters` })
  const count = linesOf(own).length
  const lists = [
    { path: ['own'], lines: linesOf(own) },
    ...translations.map((one, index) => ({ path: ['translations', index, 'own'], lines: linesOf(one.own) })),
  ]
  for (const { path, lines } of lists) {
    const fault = faultOf(lines, count)
    if (fault) context.addIssue({ code: 'custom', path, message: fault })
  }
}

function faultOf(lines: readonly string[], count: number): string | undefined {
  if (lines.length > limits.bringItemsMax) return `Write at most ${limits.bringItemsMax} lines`
  if (lines.some((line) => line.length > limits.bringItemMax)) return `Write at most ${limits.bringItemMax} characters on a line`
  if (lines.length > 0 && lines.length !== count) return `Write as many lines as in English: ${count}, not ${lines.length}`
  return undefined
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Fields for a workshop's checklist, and for its title and checklist in other languages. */
export function WorkshopWordsFields({ form }: { form: ContractForm<WorkshopWords> }) {
  const translations = form.controlled('translations')
  const count = linesOf(form.value('own')).length
  const change = (language: LanguageCode, changed: Partial<Record<'title' | 'own' | 'instruction', string>>) =>
    translations.onChange(translations.value.map((one) => (one.language === language ? { ...one, ...changed } : one)))
  const free = languages.filter(({ code }) => code !== 'en' && !translations.value.some(({ language }) => language === code))
  return (
    <>
      <Checklist
        label="What to bring"
        hint="Shown after sending, in the invitation and on paper, in the language of the respondent. Their personal number always comes first."
        choices={standardItems.map((item) => ({ value: item, label: englishWords.t(`mail.invitation.${standardItemKeys[item]}`) }))}
        none=""
        {...form.controlled('standard')}
      />
      <TextArea label="Other things to bring" optional hint="In English, one per line." {...form.field('own')} />
      <TextArea
        label="Instruction"
        optional
        hint="In English. What else the invitation should say, such as which entrance to use. Anyone may read it."
        {...form.field('instruction')}
      />
      {translations.value.map(({ language, title, own, instruction }, index) => (
        <fieldset key={language} className="grid gap-4 rounded-md border border-line bg-raised p-4">
          <legend className="px-1 font-bold">{languageOf(language)?.englishName}</legend>
          <TextField
            label="Title in this language"
            optional
            lang={language}
            dir="auto"
            autoComplete="off"
            value={title}
            onChange={(event) => change(language, { title: event.target.value })}
            id={`${translations.id}-${language}-title`}
          />
          {(count > 0 || own !== '') && (
            <TextArea
              label="Other things to bring, in this language"
              optional
              hint={`The same ${count === 1 ? 'line' : `${count} lines`} as in English, in the same order. If empty, people read English.`}
              lang={language}
              dir="auto"
              value={own}
              onChange={(event) => change(language, { own: event.target.value })}
              error={form.controlled(`translations.${index}.own`).error}
              id={form.controlled(`translations.${index}.own`).id}
            />
          )}
          <TextArea
            label="Translated instruction"
            optional
            hint="If empty, people read the English one."
            lang={language}
            dir="auto"
            value={instruction}
            onChange={(event) => change(language, { instruction: event.target.value })}
            error={form.controlled(`translations.${index}.instruction`).error}
            id={form.controlled(`translations.${index}.instruction`).id}
          />
          <div>
            <Button
              kind="secondary"
              size="small"
              onClick={() => translations.onChange(translations.value.filter((one) => one.language !== language))}
            >
              {`Remove ${languageOf(language)?.englishName ?? language}`}
            </Button>
          </div>
        </fieldset>
      ))}
      {free.length > 0 && (
        <Select
          label="Add a language"
          optional
          hint="Where a translation is missing, respondents see the English title, items and instruction."
          placeholder="Please select"
          choices={free.map(({ code, englishName, nativeName }) => ({ value: code, label: `${englishName} · ${nativeName}` }))}
          value=""
          onChange={(event) => {
            const added = free.find(({ code }) => code === event.target.value)?.code
            if (added && added !== 'en')
              translations.onChange([...translations.value, { language: added, title: '', own: '', instruction: '' }])
          }}
        />
      )}
    </>
  )
}
