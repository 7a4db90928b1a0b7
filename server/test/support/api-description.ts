type Json = Record<string, any>

/** What programs rely on, in compact form: the fields and types of each call, with `*` if they are required or always present. */
export interface ApiDescription {
  readonly [path: string]: { readonly takes: Fields; readonly gives: Fields }
}
type Fields = Readonly<Record<string, string>>

/** Describes Portico's OpenAPI document. */
export function describeApi({ paths, components }: Json): ApiDescription {
  const described = Object.entries<Json>(paths).map(([path, { post }]) => {
    const body = Object.values<Json>(post.requestBody?.content ?? {})[0]?.schema
    const answers = post.responses['200']?.content?.['application/json']?.schema
    return [path, { takes: fieldsOf(body, components.schemas), gives: fieldsOf(answers, components.schemas) }] as const
  })
  return Object.fromEntries(described)
}

function fieldsOf(schema: Json | undefined, shapes: Json): Fields {
  const fields: Record<string, string> = {}
  const walk = (node: Json | undefined, at: string, always: boolean, seen: readonly string[]): void => {
    if (!node) return
    if (node.$ref) {
      const name = String(node.$ref).split('/').at(-1) ?? ''
      if (!seen.includes(name)) walk(shapes[name], at, always, [...seen, name])
      return
    }
    const forms: Json[] | undefined = node.oneOf ?? node.anyOf ?? node.allOf
    // A field of only one variant may be missing.
    for (const form of forms ?? []) walk(form, at, always && forms?.length === 1, seen)
    if (at !== '' && !forms) fields[at] = together(fields[at], typesOf(node), always)
    if (node.items) walk(node.items, `${at}[]`, false, seen)
    for (const [name, field] of Object.entries<Json>(node.properties ?? {}))
      walk(field, at ? `${at}.${name}` : name, node.required?.includes(name) ?? false, seen)
  }
  walk(schema, '', false, [])
  return fields
}

// Merges the types of a field that occurs in several variants.
function together(known: string | undefined, types: readonly string[], always: boolean): string {
  const all = new Set([...(known ? partsOf(known) : []), ...types])
  return [...all].toSorted().join('|') + (always && (known === undefined || isAlways(known)) ? '*' : '')
}

function typesOf({ type, enum: values, const: only }: Json): string[] {
  if (values) return values.map((value: unknown) => JSON.stringify(value))
  if (only !== undefined) return [JSON.stringify(only)]
  return [type ?? 'anything'].flat()
}

/** Returns every way in which `after` breaks programs written for `before`, one sentence each. Additions do not count. */
export function breakingChanges(before: ApiDescription, after: ApiDescription): string[] {
  return Object.entries(before).flatMap(([path, { takes, gives }]) => {
    const now = after[path]
    if (!now) return [`${path} is gone`]
    return [...inputFaults(takes, now.takes), ...outputFaults(gives, now.gives)].map((text) => `${path} ${text}`)
  })
}

const isAlways = (type: string) => type.endsWith('*')
const partsOf = (type: string) => type.replace(/\*$/, '').split('|')

function inputFaults(before: Fields, after: Fields): string[] {
  const gone = Object.entries(before).flatMap(([name, type]) => {
    const now = after[name]
    if (now === undefined) return [`takes ${name} no more`]
    const refused = partsOf(type).filter((part) => !partsOf(now).includes(part))
    return [
      ...refused.map((part) => `takes ${name} as ${part} no more`),
      ...(isAlways(now) && !isAlways(type) ? [`needs ${name} now`] : []),
    ]
  })
  const needed = Object.entries(after).flatMap(([name, type]) => (isAlways(type) && !(name in before) ? [`needs ${name} now`] : []))
  // The fields of a new optional object are not required.
  return [...gone, ...needed.filter((text) => !/\.|\[\]/.test(text))]
}

function outputFaults(before: Fields, after: Fields): string[] {
  return Object.entries(before).flatMap(([name, type]) => {
    const now = after[name]
    if (now === undefined) return [`gives ${name} no more`]
    const isEnumeration = partsOf(type).every((part) => part.startsWith('"'))
    const added = isEnumeration ? [] : partsOf(now).filter((part) => !partsOf(type).includes(part))
    return [
      ...added.map((part) => `gives ${name} as ${part} now`),
      ...(isAlways(type) && !isAlways(now) ? [`may leave ${name} out now`] : []),
    ]
  })
}
