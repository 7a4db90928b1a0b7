/** What a questionnaire is called on the page: it has a name of letters, digits and underscores, and no other title. */
export function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
