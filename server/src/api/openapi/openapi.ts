import type { AnyTRPCRouter } from '@trpc/server'
import { tokenCalls, type TokenReach } from '@portico/shared/rules/api-token-calls'
import { strictStatusOf, type FailureId } from '@portico/shared/words/failures'
import { cellOf, principals, waitsForSecondFactor } from '../access.ts'
import { apiNotes, groupNotes } from './notes.ts'
import { createSchemas, type Json, type Schemas } from './schemas.ts'
import { documentedFaults, faultResponse, faultResponses, faultSchema, issueSchema, success, workbook } from './responses.ts'
import { noInput } from '../procedures.ts'
import { endpointsOf, type Endpoint } from '../rest.ts'

/** Returns the OpenAPI 3.1 document of all calls, generated from the schemas that validate them (shared/spec/contract.md#rest-and-trpc). */
export function openApiDocument(router: AnyTRPCRouter, publicUrl: string): Json {
  const schemas = createSchemas()
  const endpoints = endpointsOf(router)
  const cookie = publicUrl.startsWith('https:') ? '__Host-portico-session' : 'portico-session'
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description: apiNotes,
      contact: { name: 'The admins of this portal', url: publicUrl },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: `This portal, ${publicUrl}` }],
    tags: Object.entries(groupNotes).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(endpoints.map((endpoint) => [endpoint.url, operations(schemas, endpoint)])),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `accessToken` of a sign-in, valid for 10 minutes',
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pto_…',
          description: 'An API token for a program, created by an admin; it can make only the calls it was created for',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description:
            'The session cookie of a sign-in, valid for 12 hours. Browsers send it automatically; it is accepted only by `auth/tokens/refresh` and `auth/sign-out`.',
        },
      },
      schemas: { Fault: faultSchema, Issue: issueSchema, ...schemas.named() },
      headers: { RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1, examples: [30] } } },
      responses: Object.fromEntries(documentedFaults.map((id) => [id, faultResponse(id)])),
    },
  }
}

function operations(schemas: Schemas, endpoint: Endpoint): Json {
  return Object.fromEntries(endpoint.methods.map((method) => [method.toLowerCase(), operation(schemas, endpoint, method)]))
}

function operation(schemas: Schemas, { path, meta: given, reads, input, output }: Endpoint, method: 'GET' | 'POST'): Json {
  const meta = { ...given, failures: refusalsOf(path, given) }
  const group = path.includes('.') ? path.slice(0, path.indexOf('.')) : 'profile'
  return {
    operationId: `${path.replaceAll(/[.-]/g, '_')}${method === 'GET' ? '_get' : ''}`,
    tags: [group],
    summary: meta.summary ?? path,
    description: [meta.description, whoMayCall(path), refusalNotes(meta)].filter(Boolean).join('\n\n'),
    security: security(path, meta),
    parameters: [
      ...(path === 'responses.addNewQuestionnaireResponse' ? [idempotencyParameter] : []),
      ...(meta.failures.length > 0 ? [preferParameter] : []),
    ],
    ...(method === 'POST' && { requestBody: requestBody(schemas, meta, input) }),
    responses: {
      200: success(schemas, meta, { output, reads }),
      ...faultResponses(path, { ...meta, limited: meta.limited || meta.limit !== undefined || reads || path in tokenCalls }, method),
    },
  }
}

function whoMayCall(path: string): string {
  const open = cellOf(path, 'anonymous')
  const allowed = principals.slice(1).filter((principal) => cellOf(path, principal) !== '-')
  if (open !== '-') return `**Who:** everyone${open === 'o' ? ', subject to the rule above' : ''}${byToken(path)}.`
  const bounded = principals.slice(1).filter((principal) => cellOf(path, principal) === 'o')
  return `**Who:** ${allowed.join(', ')}${bounded.length > 0 ? `; ${bounded.join(', ')} only for their own data` : ''}${byToken(path)}.`
}

function byToken(path: string): string {
  const reach = tokenCalls[path]
  if (!reach) return '. **API tokens:** none'
  return `. **API tokens:** ${tokenNotes[reach]}`
}

const tokenNotes: Readonly<Record<TokenReach, string>> = {
  bounded: 'with or without restrictions',
  workshops: 'restricted to workshops, or unrestricted',
  everything: 'only without restrictions',
}

// Besides its own refusals, a call may be blocked until the caller has set up the second factor that their role requires.
function refusalsOf(path: string, { failures: ids = [] }: Endpoint['meta']): FailureId[] {
  return waitsForSecondFactor(path) ? [...ids, 'SECOND_FACTOR_SETUP_REQUIRED'] : [...ids]
}

function refusalNotes({ failures: ids = [] }: Endpoint['meta']): string {
  return ids.length === 0
    ? ''
    : `**Refusals** (HTTP 200, \`success: false\`): ${ids.map((id) => `\`${id}\` (strict: ${strictStatusOf(id)})`).join(', ')}.`
}

function security(path: string, meta: Endpoint['meta']): Json[] {
  const ways = signedInWays(path, meta)
  return path in tokenCalls ? [...ways, { apiToken: [] }] : ways
}

function signedInWays(path: string, meta: Endpoint['meta']): Json[] {
  if (meta.cookie && path !== 'auth.login.local') return [{ session: [] }, { bearer: [] }, {}]
  return cellOf(path, 'anonymous') === '-' ? [{ bearer: [] }] : [{}, { bearer: [] }]
}

const idempotencyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Same as `idempotencyKey` in the body, which takes precedence if both are given',
  schema: { type: 'string', format: 'uuid', examples: ['018f3a5e-7b1c-7c3d-9a40-2f6b8c1d0e11'] },
}

const preferParameter: Json = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: '`handling=strict` (RFC 7240) returns refusals with the HTTP status listed for them instead of 200',
  schema: { type: 'string', examples: ['handling=strict'] },
}

function requestBody(schemas: Schemas, meta: Endpoint['meta'], input: unknown): Json {
  if (meta.multipart) return { required: true, content: { 'multipart/form-data': { schema: uploadSchema, encoding: uploadEncoding } } }
  const schema = schemas.of(input, 'input')
  const withoutInput = input === noInput
  const takesNothing = withoutInput || !Array.isArray(schema['required'])
  return {
    required: !takesNothing,
    ...(withoutInput && { description: 'No input: an empty body or an empty object' }),
    content: { 'application/json': { schema, example: schemas.example(schema) } },
  }
}

const uploadSchema: Json = {
  type: 'object',
  required: ['title', 'questionFile', 'templateFile'],
  properties: {
    title: {
      type: 'string',
      description: 'Name of the questionnaire: letters, digits and underscores, not starting with a digit',
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      maxLength: 200,
      examples: ['citizenship_screening'],
    },
    questionFile: fileSchema('Questions, .xlsx or .csv, at most 5 MB', 'questions.xlsx'),
    templateFile: fileSchema('Layout of downloads, .xlsx, at most 5 MB', 'template.xlsx'),
    fieldMetadataFile: fileSchema(
      'Red-flag rules, validation and contact roles, .csv, .xlsx or .json, at most 5 MB; may be omitted only if the question file has a `field_metadata` sheet',
      'field-metadata.csv',
    ),
    ifVersion: {
      type: 'integer',
      minimum: 0,
      description: 'Publish only if this is the newest `version`, otherwise `CHANGED_MEANWHILE`; 0: only if the name does not exist yet',
      examples: [3],
    },
  },
}

const uploadEncoding: Json = {
  questionFile: { contentType: `${workbook}, text/csv` },
  templateFile: { contentType: workbook },
  fieldMetadataFile: { contentType: `text/csv, ${workbook}, application/json` },
}

function fileSchema(description: string, example: string): Json {
  return { type: 'string', format: 'binary', description, examples: [example] }
}
