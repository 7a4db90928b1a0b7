import { readFileSync } from 'node:fs'

/** A text in a module of the server, by its path under `server/src`, and its replacement. */
export interface Change {
  readonly module: string
  readonly from: string
  readonly to: string
}

/** Returns a change, such as one that removes a protection for a control. Throws if the module does not contain `from`: the scenario has to be adapted. */
export function changed(module: string, from: string, to: string): Change {
  const source = readFileSync(new URL(`../../server/src/${module}`, import.meta.url), 'utf8')
  if (!source.includes(from)) throw new Error(`${module} has no ${from}: the scenario has to be adapted`)
  return { module, from, to }
}
