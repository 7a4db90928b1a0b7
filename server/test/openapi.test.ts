import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { isFailureId } from '@portico/shared/words/failures'
import { anonymousIdForm } from '../src/infra/security/encryption.ts'
import { access } from '../src/api/access.ts'
import { openApiDocument } from '../src/api/openapi/openapi.ts'
import { appRouter } from '../src/api/root.ts'
import { endpointsOf } from '../src/api/rest.ts'
import { documentedAnswers } from './support/documented-responses.ts'
import { openPortico } from './support/harness.ts'

type Json = Record<string, any>

const portico = await openPortico()
const document: Json = (await portico.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
const endpoints = endpointsOf(appRouter)
const operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({ path, method, operation, name: `${method.toUpperCase()} ${path}` })),
)

describe('the API document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
  })

  it('control: is invalid with a mistake in it', async () => {
    const broken = structuredClone(document)
    broken.paths['/api/getMyProfile'].post.responses = { 200: { content: {} } }
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  })

  it('describes every field and gives an example', () => {
    expect(fieldsWithout(document)).toEqual([])
  })

  it('control: a missing description or example is found', () => {
    const poorer = structuredClone(document)
    delete poorer.components.schemas.Respondent.properties.fullName.description
    delete poorer.components.schemas.Respondent.properties.email.examples
    expect(fieldsWithout(poorer)).toEqual([
      '/components/schemas/Respondent/properties/fullName: no description',
      '/components/schemas/Respondent/properties/email: no example',
    ])
  })

  it('states the form of every instant and date', () => {
    const vague = schemasOf(document).filter(
      ({ schema }) => schema.format === 'date-time' && !/UTC/.test(schema.description ?? '') && !/UTC/.test(schema.examples?.join() ?? ''),
    )
    expect(vague.map(({ at }) => at)).toEqual([])
  })

  it('has an example of every body that matches its schema', () => {
    const answers = documentedAnswers(document)
    const faults: string[] = []
    for (const { path, name, operation } of operations) {
      const json = operation.requestBody?.content?.['application/json']
      if (operation.requestBody && !operation.requestBody.content['multipart/form-data'] && json?.example === undefined)
        faults.push(`${name}: no example of what to send`)
      if (json) faults.push(...answers.fits(json.schema, json.example).map((fault) => `${name}, what to send: ${fault}`))
      const said = operation.responses['200'].content['application/json']
      for (const [example, { value }] of Object.entries<Json>(said.examples ?? {}))
        faults.push(...answers.faultsOf(path, 200, value).map((fault) => `${name}, ${example}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  it('gives request examples that Portico accepts', async () => {
    const faults: string[] = []
    for (const { url, input, meta } of endpoints) {
      const example = document.paths[url].post.requestBody.content['application/json']?.example
      if (meta.multipart || !isSchema(input)) continue
      const parsed = await input.safeParseAsync(example)
      if (!parsed.success) faults.push(`${url}: ${parsed.error.message}`)
    }
    expect(faults).toEqual([])
  })

  it('gives each operation a unique id, a summary and a known tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation, name } of operations) {
      expect(operation.summary.length, name).toBeGreaterThan(5)
      expect(
        document.tags.map((tag: Json) => tag.name),
        name,
      ).toContain(operation.tags[0])
    }
  })

  it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('describes how %s is called and refused', (path, endpoint) => {
    const { post, get } = document.paths[endpoint.url]
    expect(Boolean(get)).toBe(endpoint.methods.includes('GET'))
    const open = access[path]?.[0] !== '-'
    expect(post.security.some((scheme: Json) => Object.keys(scheme).length === 0)).toBe(open)
    expect(post.security.some((scheme: Json) => 'bearer' in scheme)).toBe(true)
    // An API token can be refused for every call.
    expect(JSON.stringify(post.responses['403'])).toContain('FORBIDDEN')
    expect(JSON.stringify(post.responses['401'])).toMatch(/UNAUTHENTICATED|INVALID_CREDENTIALS/)
    for (const status of ['413', '415', '422', '500', '503']) expect(post.responses, path).toHaveProperty(status)
    for (const id of endpoint.meta.failures ?? []) {
      expect(isFailureId(id)).toBe(true)
      expect(post.description).toContain(`\`${id}\``)
    }
  })

  it('describes uploads with their files, the key of a submission, and the session cookie', () => {
    const upload = document.paths['/api/questionnaires/addNewFullQuestionnaire'].post.requestBody.content['multipart/form-data']
    for (const field of ['questionFile', 'templateFile', 'fieldMetadataFile'])
      expect(upload.schema.properties[field]).toMatchObject({ type: 'string', format: 'binary' })
    const submission = document.paths['/api/responses/addNewQuestionnaireResponse'].post
    expect(submission.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header' },
      { name: 'Prefer', in: 'header' },
    ])
    const refresh = document.paths['/api/auth/tokens/refresh'].post
    expect(refresh.security).toContainEqual({ session: [] })
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: '__Host-portico-session' },
    })
    const plain: Json = openApiDocument(appRouter, 'http://127.0.0.1:3000')
    expect(plain.components.securitySchemes.session.name).toBe('portico-session')
  })

  it('has a type for every enumeration, a contact, and ids of the real format', () => {
    const typeless = schemasOf(document).filter(({ schema }) => schema.enum && !schema.type)
    expect(typeless.map(({ at }) => at)).toEqual([])
    expect(document.info.contact).toEqual({ name: expect.any(String), url: 'https://portico.test' })
    const ids = schemasOf(document).filter(({ at }) => at.endsWith('/anonymousId'))
    expect(ids.length).toBeGreaterThan(3)
    for (const { at, schema } of ids) expect(schema.examples?.[0], at).toMatch(anonymousIdForm)
  })

  it('is also a static page without scripts, with every call and field', async () => {
    const page = await portico.app.inject({ method: 'GET', url: '/api/docs/reference' })
    expect(page.body).not.toContain('<script')
    for (const { url } of endpoints) expect(page.body).toContain(`POST ${url}</h3>`)
    expect(page.body).toContain('<code>respondent.anonymousId</code>')
    expect(page.body).toContain('href="/api/openapi.json"')
    for (const [, id = ''] of page.body.matchAll(/href="#([^"]+)"/g)) expect(page.body, id).toContain(`id="${id}"`)
    expect((await portico.app.inject({ method: 'GET', url: '/api/docs/reference.css' })).statusCode).toBe(200)
  })

  it('is also used by the interactive page', async () => {
    const [given, read] = [await portico.app.inject('/api/openapi.json'), await portico.app.inject('/api/docs/json')]
    expect(Object.keys(given.json().paths).length).toBe(endpoints.length)
    expect(read.json()).toEqual(given.json())
  })

  it.each(['/api/docs/', '/api/docs/reference'])('is served at %s as a page without external resources', async (url) => {
    const page = await portico.app.inject({ method: 'GET', url })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/(?:src|href)="https?:/)
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
    for (const [, source = ''] of page.body.matchAll(/(?:src|href)="(?:\.\/|\/)?([^"#][^"]*)"/g)) {
      const asset = await portico.app.inject({
        method: 'GET',
        url: new URL(source.startsWith('api/') ? `/${source}` : source, 'http://portico.test/api/docs/').pathname,
      })
      expect(asset.statusCode, source).toBe(200)
    }
  })
})

interface Zodlike {
  safeParseAsync(value: unknown): Promise<{ success: boolean; error?: any }>
}

function isSchema(value: unknown): value is Zodlike {
  return typeof value === 'object' && value !== null && 'safeParseAsync' in value
}

interface Found {
  readonly at: string
  readonly schema: Json
}

/** Returns every schema of the document, with its path. */
function schemasOf(node: unknown, at = ''): Found[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => schemasOf(item, `${at}/${index}`))
  if (typeof node !== 'object' || node === null || /\/(examples?|value)$/.test(at)) return []
  const inside = Object.entries(node).flatMap(([key, value]) => schemasOf(value, `${at}/${key}`))
  const isField = /\/properties\/[^/]+$/.test(at) || /\/components\/schemas\/[^/]+$/.test(at) || at.endsWith('/schema')
  return isField || 'format' in node ? [{ at, schema: node }, ...inside] : inside
}

/** Returns the fields and named schemas without a description, and the plain values without an example. */
function fieldsWithout(whole: Json): string[] {
  const resolve = (schema: Json): Json =>
    schema.$ref ? { ...resolve(whole.components.schemas[String(schema.$ref).split('/').at(-1) ?? '']), ...schema } : schema
  return schemasOf(whole)
    .filter(({ at }) => !at.endsWith('/schema'))
    .filter(({ at }) => /\/properties\/[^/]+$|\/components\/schemas\/[^/]+$/.test(at))
    .flatMap(({ at, schema }) => {
      const whole = resolve(schema)
      const parts = [whole, ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])].map(resolve)
      const isWhole = parts.some((part) => part.properties || part.items || part.additionalProperties !== undefined || part.const === true)
      const faults = []
      if (!whole.description) faults.push(`${at}: no description`)
      if (!isWhole && !parts.some((part) => part.examples?.length)) faults.push(`${at}: no example`)
      return faults
    })
}
