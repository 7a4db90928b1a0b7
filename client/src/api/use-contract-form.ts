import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import {
  get,
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { failureOf, formMessageOf, type ClientFailure } from './failure.ts'
import { fieldMessage } from '../words/field-message.ts'
import { useWords } from '../words/language.ts'
import type { Translate } from '../words/translate.ts'

/** How to explain a refusal: at a field or, without one, for the whole form. */
export interface Explanation<Input extends FieldValues> {
  field?: Path<Input>
  message: string
}

/** Maps a refusal to a message of this screen; undefined falls back to the failure's own message. */
export type Explain<Input extends FieldValues> = (failure: ClientFailure) => Explanation<Input> | undefined

/** Returned by `field(name)`, to be spread on a field component. */
export interface FormField {
  id: string
  name: string
  ref: (element: HTMLElement | null) => void
  onChange: (event: { target: unknown; type?: string }) => Promise<unknown>
  onBlur: (event: { target: unknown; type?: string }) => Promise<unknown>
  error: string | undefined
}

/** Returned by `controlled(name)`, for controlled fields. */
export interface ControlledField<Value> {
  id: string
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
}

export interface ContractForm<Input extends FieldValues> {
  /** For a field with an input: `<TextField label="Email" {...form.field('email')} />`. */
  field: (name: Path<Input>) => FormField
  /** For a field without one: `<ComboBox label="Agency" {...form.controlled('agencyId')} />`. */
  controlled: <Name extends Path<Input>>(name: Name) => ControlledField<PathValue<Input, Name>>
  /** The current value; the component re-renders when it changes. */
  value: <Name extends Path<Input>>(name: Name) => PathValue<Input, Name>
  /** All current values, not validated. */
  values: () => Input
  errors: readonly { readonly name: string; readonly id: string; readonly message: string }[]
  formError: string | undefined
  setFormError: (message: string | undefined) => void
  /** True while the submit function runs; further submissions are ignored. */
  busy: boolean
  /** Counts the failed submissions, for components that move the focus to the errors. */
  failedAttempts: number
  onSubmit: (event?: FormEvent) => void
  /** Called by `Form` when a field is focused or changed. */
  onBegin: () => void
  /**
   * Fills in values that arrive after the form was rendered, such as a suggestion from the server. Ignored once the user has begun, so that
   * input, caret and errors are never overwritten. There is no other way to set values from outside.
   */
  suggest: (values: DefaultValues<Input>) => void
}

/**
 * Creates a form for a schema of the contract, so that the browser validates what the server will validate. `submit` gets the parsed values
 * and a function that returns the current ones; when it throws, 422 issues go to their fields, and any other failure goes where `explain`
 * says, or else to the form. `defaults` should name every field in screen order: errors are summarised in that order.
 */
export function useContractForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaults: DefaultValues<Input>,
  submit: (values: Output, currentValues: () => Input) => unknown,
  explain?: Explain<Input>,
): ContractForm<Input> {
  const { t } = useWords()
  const id = useId()
  const hookForm = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    shouldFocusError: false,
    criteriaMode: 'all',
  })
  const submission = useSubmission(hookForm, submit, explain)
  const interaction = useInteraction()
  const { errors } = hookForm.formState
  const values = useWatch({ control: hookForm.control })
  const errorAt = (name: string) => messageIn(get(errors, name), t)
  const idOf = (name: string) => `${id}-${name}`
  return {
    field: (name) => ({ ...hookForm.register(name), id: idOf(name), error: errorAt(name) }),
    controlled: (name) => ({
      id: idOf(name),
      value: get(values, name),
      onChange: (value) => hookForm.setValue(name, value, { shouldDirty: true, shouldValidate: hookForm.formState.isSubmitted }),
      error: errorAt(name),
    }),
    value: (name) => get(values, name),
    values: () => hookForm.getValues(),
    errors: invalidFieldNames(errors, Object.keys(defaults)).map((name) => ({ name, id: idOf(name), message: errorAt(name) ?? '' })),
    formError: submission.formError,
    setFormError: submission.setFormError,
    busy: hookForm.formState.isSubmitting,
    failedAttempts: submission.failedAttempts,
    onSubmit: (event) => {
      interaction.begin()
      submission.onSubmit(event)
    },
    onBegin: interaction.begin,
    suggest: (later) => {
      if (interaction.hasBegun()) return
      // Set immediately, field by field: a reset would write them on the next render, when the user may have begun.
      for (const name of Object.keys(later)) if (isFieldOf(hookForm.getValues(), name)) hookForm.setValue(name, get(later, name))
    },
  }
}

/** Tracks whether the user has begun with the form. Autofocus on mount does not count. */
function useInteraction() {
  const state = useRef<'appearing' | 'waiting' | 'begun'>('appearing')
  // A layout effect, so that input right after mount counts too.
  useLayoutEffect(() => {
    if (state.current === 'appearing') state.current = 'waiting'
  }, [])
  return {
    begin: () => {
      if (state.current === 'waiting') state.current = 'begun'
    },
    hasBegun: () => state.current === 'begun',
  }
}

function useSubmission<Input extends FieldValues, Output extends FieldValues>(
  hookForm: UseFormReturn<Input, unknown, Output>,
  submit: (values: Output, currentValues: () => Input) => unknown,
  explain: Explain<Input> | undefined,
) {
  const [formError, setFormError] = useState<string>()
  const [failedAttempts, setFailedAttempts] = useState(0)
  const isSubmitting = useRef(false)
  const { t } = useWords()
  const countFailure = () => setFailedAttempts((count) => count + 1)
  const showFailure = (error: unknown) => {
    const failure = failureOf(error, t)
    for (const { field, message } of explanationsOf(failure, hookForm.getValues(), explain)) {
      if (field) hookForm.setError(field, { type: failure.id, message })
      else setFormError(fieldMessage(message, t))
    }
    countFailure()
  }
  const attempt = async () => {
    if (isSubmitting.current) return
    isSubmitting.current = true
    setFormError(undefined)
    let isInvalid = false
    try {
      await hookForm.handleSubmit(
        async (values) => {
          await submit(values, () => hookForm.getValues())
        },
        () => (isInvalid = true),
      )()
      // Only now are the errors rendered, to which a failure moves the focus.
      if (isInvalid) countFailure()
    } catch (error) {
      showFailure(error)
    } finally {
      isSubmitting.current = false
    }
  }
  const onSubmit = (event?: FormEvent) => {
    event?.preventDefault()
    void attempt()
  }
  return { formError, setFormError, failedAttempts, onSubmit }
}

function explanationsOf<Input extends FieldValues>(
  failure: ClientFailure,
  values: Input,
  explain: Explain<Input> | undefined,
): Explanation<Input>[] {
  const explanation = explain?.(failure)
  if (explanation) return [explanation]
  if (failure.issues.length === 0) return [{ message: formMessageOf(failure) }]
  return failure.issues.map(({ path, message }) => {
    const name = path.join('.')
    return isFieldOf(values, name) ? { field: name, message } : { message }
  })
}

function isFieldOf<Input extends FieldValues>(values: Input, name: string): name is Path<Input> {
  return Object.hasOwn(values, name.split('.')[0] ?? '')
}

/** Returns the names of the fields with an error, in the order of `order`, nested ones dotted. */
function invalidFieldNames(errors: object, order: readonly string[]): string[] {
  const rank = (name: string) => (order.indexOf(name.split('.')[0] ?? '') + order.length + 1) % (order.length + 1)
  return errorPaths(errors, '').sort((one, other) => rank(one) - rank(other))
}

function errorPaths(node: object, path: string): string[] {
  if (path !== '' && rawMessageIn(node) !== undefined) return [path]
  return Object.entries(node).flatMap(([key, child]) =>
    typeof child === 'object' && child !== null && key !== 'ref' ? errorPaths(child, path === '' ? key : `${path}.${key}`) : [],
  )
}

function messageIn(error: unknown, t: Translate): string | undefined {
  const message = rawMessageIn(error)
  if (message === undefined) return undefined
  const together = message === 'Required' ? [message] : [message, ...customMessagesIn(error)]
  return [...new Set(together)].map((one) => fieldMessage(one, t)).join(' ')
}

// Shows the message of a cross-field refinement next to that of the field itself.
function customMessagesIn(error: unknown): string[] {
  const types: unknown = typeof error === 'object' && error !== null && 'types' in error ? error.types : undefined
  const custom: unknown = typeof types === 'object' && types !== null && 'custom' in types ? types.custom : undefined
  return [custom].flat().filter((one) => typeof one === 'string')
}

function rawMessageIn(error: unknown): string | undefined {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : undefined
}
