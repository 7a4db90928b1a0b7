import { escaped, htmlOf } from './markdown.ts'
import type { Json } from './schemas.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string | string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Operation {
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>
}

interface Reference {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Renders the API document as a readable page without scripts (shared/spec/contract.md#rest-and-trpc). */
export function referencePage(document: Json): string {
  const { info, tags, paths, components } = document as unknown as Reference
  const groups = tags.map(({ name, description }) => {
    const calls = Object.entries(paths).filter(([, { post }]) => post.tags[0] === name)
    return `<h2 id="${name}">${escaped(description)}</h2>${calls.map(([path, { post }]) => operation(path, post)).join('')}`
  })
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="shape-${name}">${name}</h3><p>${escaped(schema.description ?? '')}</p>${fields(schema)}`,
  )
  const links = tags.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico API reference</title><link rel="stylesheet" href="/api/docs/reference.css"></head>
<body><header><h1>Portico API reference</h1>
<nav><a href="/api/openapi.json">OpenAPI document</a> <a href="/api/docs/">API explorer</a> ${links} <a href="#shapes">schemas</a></nav></header>
<main>${htmlOf(info.description)}${groups.join('')}<h2 id="shapes">Schemas</h2>${shapes.join('')}</main></body></html>`
}

/** The style of the page, served as a separate file because the portal's pages allow no inline styles. */
export const referenceStyle = `:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif }
body { max-width: 62rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1rem }
h2 { margin-top: 2.5rem; padding-top: .75rem; border-top: 1px solid }
h3 { margin-top: 2rem; font-family: ui-monospace, monospace; font-size: 1.05rem }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .4rem }
table { width: 100%; border-collapse: collapse; margin: .75rem 0; font-size: .92rem }
th, td { padding: .35rem .5rem; border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); text-align: start; vertical-align: top }
`

function operation(path: string, { summary, description, requestBody, responses }: Operation): string {
  const [body] = Object.values(requestBody?.content ?? {})
  const answer = responses['200']?.content?.['application/json']?.schema
  const example = body?.example === undefined ? '' : `<pre>${escaped(JSON.stringify(body.example, null, 2))}</pre>`
  return `<section><h3 id="${path.slice(5)}">POST ${path}</h3><p>${escaped(summary)}</p>${htmlOf(description)}
${body ? `<h4>Request</h4>${fields(body.schema)}${example}` : ''}${answer ? `<h4>Response</h4>${fields(answer)}` : ''}</section>`
}

function fields(schema: Schema): string {
  const rows = rowsOf(schema, '')
  if (rows.length === 0) return `<p>${typeOf(schema)}</p>`
  return `<table><tr><th>field</th><th>type</th><th>description</th></tr>${rows.join('')}</table>`
}

function rowsOf(schema: Schema, above: string): string[] {
  const forms = schema.oneOf ?? schema.anyOf
  if (forms) return forms.flatMap((form) => rowsOf(form, above))
  if (schema.items) return rowsOf(schema.items, `${above}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = above ? `${above}.${name}` : name
    const optional = schema.required?.includes(name) ? '' : ' <em>optional</em>'
    const row = `<tr><td><code>${at}</code>${optional}</td><td>${typeOf(field)}</td><td>${escaped(field.description ?? '')}</td></tr>`
    return [row, ...rowsOf(field, at)]
  })
}

function typeOf({ $ref, type, format, items, anyOf, oneOf, ...schema }: Schema): string {
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return `<a href="#shape-${name}">${name}</a>`
  }
  if (schema.enum) return schema.enum.map((value) => `<code>${escaped(JSON.stringify(value))}</code>`).join(' ')
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`
  if (items) return `list of ${typeOf(items)}`
  const forms = anyOf ?? oneOf
  if (forms) return forms.map(typeOf).join(' or ')
  return escaped([type ?? []].flat().join(' or ') + (format ? ` (${format})` : ''))
}
