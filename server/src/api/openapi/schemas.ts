import { z } from 'zod'

/** JSON, as far as this code inspects it. */
export type Json = Record<string, unknown>

/** The schemas of one API document: named ones are collected as components, the others are inlined. */
export interface Schemas {
  /** Returns the JSON Schema of the input or output of a call. */
  of(schema: unknown, io: 'input' | 'output'): Json
  /** Returns the named schemas collected so far. */
  named(): Json
  /** Returns an example of this schema, composed from the examples of its fields. */
  example(schema: Json): unknown
}

/** Creates the schemas of a new document. */
export function createSchemas(): Schemas {
  const components: Record<string, Json> = {}
  return {
    of(schema, io) {
      if (!(schema instanceof z.ZodType)) return {}
      const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: ({ jsonSchema }) => simplifySchema(jsonSchema) })
      const { $schema: _draft, $defs = {}, ...rest } = withComponentRefs(made) as Json & { $defs?: Record<string, Json> }
      for (const [name, component] of Object.entries($defs)) {
        const { id: _id, ...shape } = component
        components[name] = shape
      }
      const name = rest['id']
      if (typeof name !== 'string') return rest
      const { id: _id, ...shape } = rest
      components[name] = shape
      return { $ref: `#/components/schemas/${name}` }
    },
    named: () => Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1))),
    example: (schema) => exampleOf(schema, components),
  }
}

// JSON Schema has a list of `examples`; a pattern is redundant beside a `format`; and all our integers are safe ones.
function simplifySchema(made: z.core.JSONSchema.BaseSchema & { example?: unknown }): void {
  if (made.example !== undefined) {
    made.examples = [made.example]
    delete made.example
  }
  // Code generators need the type.
  if (made.enum && !made.type) made.type = 'string'
  if (made.format && made.format !== 'binary') delete made.pattern
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
}

function withComponentRefs(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withComponentRefs)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : withComponentRefs(value),
    ]),
  )
}

/** Returns the example of a schema, or one composed from the examples of its parts; `components` are the named schemas. */
export function exampleOf(schema: Json, components: Readonly<Record<string, Json>>): unknown {
  const { examples, $ref, anyOf, oneOf, properties, items } = schema as Shape
  if (examples && examples.length > 0) return examples[0]
  if ('const' in schema) return schema['const']
  if ($ref) return exampleOf(components[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, components)
  const [first] = anyOf ?? oneOf ?? []
  if (first) return exampleOf(first, components)
  if (items) return [exampleOf(items, components)]
  if (schema['type'] === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, property]) => [name, exampleOf(property, components)]))
  return undefined
}

interface Shape {
  readonly examples?: unknown[]
  readonly $ref?: string
  readonly anyOf?: Json[]
  readonly oneOf?: Json[]
  readonly properties?: Record<string, Json>
  readonly items?: Json
}
