/** The name of a backup that was taken at a moment; names are in the order of time. */
export function backupName(at: Date): string {
  return `portico-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.age`
}
