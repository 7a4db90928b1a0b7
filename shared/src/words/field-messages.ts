/** The messages of fields, by key: the API returns the sentence, screens show the translation under `errors.<key>`. */
export const fieldMessages = {
  required: 'Required',
  passwordLength: 'Must have a length of at least 8.',
  doesNotMatch: 'Does not match',
  email: 'Enter an email address, like name@example.com',
  unstorable: 'Contains characters that cannot be stored',
} as const

export type FieldMessageKey = keyof typeof fieldMessages
const keys = ['required', 'passwordLength', 'doesNotMatch', 'email', 'unstorable'] as const satisfies readonly FieldMessageKey[]

/** Returns the key of a sentence; undefined if it exists only in English. */
export function fieldMessageKey(message: string): FieldMessageKey | undefined {
  return keys.find((key) => fieldMessages[key] === message)
}
