import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../src/api/openapi/openapi.ts'
import { appRouter } from '../../src/api/root.ts'

type Json = Record<string, any>

/** Compares responses with the API document. */
export interface DocumentedAnswers {
  /** Returns every deviation of a REST response from the document. */
  faultsOf(path: string, status: number, body: unknown): string[]
  /** Returns every deviation of a value from a schema of the document. */
  fits(schema: Json, value: unknown): string[]
}

/** Reads an API document. Undocumented refusals and unknown fields count as deviations. */
export function documentedAnswers(document: Json): DocumentedAnswers {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat(
    'date-time',
    (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  )
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
  ajv.addFormat('uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/)
  ajv.addFormat('binary', true)
  ajv.addFormat('base64', true)
  ajv.addSchema({ $id: 'portico', components: document.components })
  const known = new Map<Json, ValidateFunction>()

  function fits(schema: Json, value: unknown): string[] {
    const check = known.get(schema) ?? ajv.compile(rooted(schema))
    known.set(schema, check)
    if (check(value)) return []
    return (check.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message ?? ''} ${JSON.stringify(error.params)}`)
  }

  return {
    fits,
    faultsOf(path, status, body) {
      const operation = document.paths[path]?.post
      if (!operation) return [`${path} is not in the document`]
      const named = operation.responses[status]
      if (!named) return [`${path} may not answer ${status}`]
      const response = named.$ref ? document.components.responses[String(named.$ref).split('/').at(-1) ?? ''] : named
      const json = response.content['application/json']
      const faults = fits(json.schema, body)
      const expectedId = named.$ref ? String(named.$ref).split('/').at(-1) : undefined
      if (expectedId && (body as Json)?.error_id !== expectedId)
        faults.push(`${status} is ${expectedId}, not ${String((body as Json)?.error_id)}`)
      return faults.map((fault) => `${path} ${status}: ${fault}`)
    },
  }
}

// References are relative to the root of the document, which does not hold for a nested schema.
function rooted(node: unknown): any {
  if (Array.isArray(node)) return node.map(rooted)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === '$ref' && typeof value === 'string' ? `portico${value}` : rooted(value)]),
  )
}

// Read before any test begins, because some tests change the access table, on which the document depends.
const own = documentedAnswers(openApiDocument(appRouter, 'https://portico.test'))

/** Throws if a REST response does not match Portico's own document; unknown paths are not in it. */
export function requireDocumented(path: string, status: number, body: unknown): void {
  if (status === 404) return
  const faults = own.faultsOf(path, status, body)
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${JSON.stringify(body)}`)
}
