/** Returns a text as people see it: without invisible characters and with the usual form of each letter, to compare labels by. */
export function visibleForm(label: string): string {
  // U+200C and U+200D shape the letters beside them in several scripts.
  const shown = label.normalize('NFKC').replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
  return shown.replace(/\s+/g, ' ').trim()
}

/** Returns the first character that hides or reorders the text around it, as `U+202E`; undefined if there is none. */
export function hiddenCharacterIn(label: string): string | undefined {
  const code = /[\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/.exec(label)?.[0].charCodeAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase()}`
}
