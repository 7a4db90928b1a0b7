/** What a field can be told, by key: the API answers the sentence, a screen the translation under `errors.<key>`. */
export const fieldMessages = {
  required: 'Required',
  passwordLength: 'Must have a length of at least 8.',
  doesNotMatch: 'Does not match',
  email: 'Enter an email address, like name@example.com',
  unstorable: 'Contains characters that cannot be stored',
} as const

export type FieldMessageKey = keyof typeof fieldMessages
const keys = ['required', 'passwordLength', 'doesNotMatch', 'email', 'unstorable'] as const satisfies readonly FieldMessageKey[]

/** The key of a sentence; undefined for one that exists in English alone. */
export function fieldMessageKey(message: string): FieldMessageKey | undefined {
  return keys.find((key) => fieldMessages[key] === message)
}
