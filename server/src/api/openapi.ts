import type { AnyTRPCRouter } from '@trpc/server'
import { failures, faults, type FailureId, type FaultId } from '@portico/shared/words/failures'
import { secondFactorMethods } from '@portico/shared/words/second-factors'
import { access, principals, waitsForSecondFactor } from './access.ts'
import { apiNotes, groupNotes } from './openapi-notes.ts'
import { createSchemas, exampleOf, type Json, type Schemas } from './openapi-schemas.ts'
import { noInput } from './procedures.ts'
import { endpointsOf, type Endpoint } from './rest.ts'

/** The OpenAPI 3.1 document of every call, made from the schemas that check them (shared/spec/contract.md#rest-and-trpc). */
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
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description:
            'The cookie of a sign-in, valid for 12 hours. Browsers send it automatically; it is accepted by `auth/tokens/refresh` and `auth/sign-out` alone.',
        },
      },
      schemas: { Fault: faultSchema, Issue: issueSchema, ...schemas.named() },
      headers: { RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1, examples: [30] } } },
      responses: Object.fromEntries(documentedFaults.map((id) => [id, faultResponse(id)])),
    },
  }
}

const issueSchema: Json = {
  type: 'object',
  description: 'One field at fault',
  required: ['path', 'code', 'message'],
  properties: {
    path: {
      type: 'array',
      description: 'Path in the body: field names and list indices from 0',
      items: { type: ['string', 'integer'] },
      examples: [['answers', 'zipCode']],
    },
    code: { type: 'string', description: 'The kind of fault, for programs', examples: ['zip'] },
    message: { type: 'string', description: 'Message to show to the user', examples: ['Invalid zip code'] },
  },
}

const faultSchema: Json = {
  type: 'object',
  description: 'An error with its own HTTP status and the same body',
  required: ['success', 'error_id', 'message'],
  additionalProperties: false,
  properties: {
    success: { const: false, description: 'Always false', examples: [false] },
    error_id: { enum: Object.keys(faults), description: 'From one catalogue of ids', examples: ['VALIDATION_ERROR'] },
    message: { type: 'string', description: 'Message to show to the user', examples: [faults.VALIDATION_ERROR.message] },
    issues: {
      type: 'array',
      description: 'With VALIDATION_ERROR: the fields at fault',
      items: { $ref: '#/components/schemas/Issue' },
    },
    challenge: {
      type: 'string',
      description: 'With TOO_MANY_REQUESTS on a submission or a sign-in: solve it and send the same call with the `proof`',
      examples: ['v1.18.1743874200000.Jm3k8Qd.c2lnbmF0dXJl'],
    },
    correlationId: {
      type: 'string',
      description: 'With INTERNAL_ERROR and UNAVAILABLE: what to name when asking for help',
      examples: ['7f0c2c5e-0a7e-4a57-b0a6-4f6f1a3f9c11'],
    },
  },
}

const documentedFaults = Object.keys(faults).filter((id): id is FaultId => id in faults && id !== 'NO_SUCH_PATH')

function faultResponse(id: FaultId): Json {
  const { message } = faults[id]
  const example = {
    success: false,
    error_id: id,
    message,
    ...(id === 'VALIDATION_ERROR' && { issues: [exampleOf(issueSchema, {})] }),
    ...(faults[id].status >= 500 && { correlationId: '7f0c2c5e-0a7e-4a57-b0a6-4f6f1a3f9c11' }),
  }
  return {
    description: message,
    ...(id === 'TOO_MANY_REQUESTS' && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' }, example } },
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
    ...(path === 'responses.addNewQuestionnaireResponse' && { parameters: [idempotencyParameter] }),
    ...(method === 'POST' && { requestBody: requestBody(schemas, meta, input) }),
    responses: {
      200: success(schemas, meta, output),
      ...faultResponses(path, { ...meta, limited: meta.limited || meta.limit !== undefined || reads }, method),
    },
  }
}

function whoMayCall(path: string): string {
  const row = access[path] ?? []
  const [open, ...cells] = row
  const allowed = principals.slice(1).filter((_principal, index) => cells[index] !== '-')
  if (open !== '-') return `**Who:** everyone${open === 'o' ? ', within the rule above' : ''}.`
  const bounded = principals.slice(1).filter((_principal, index) => cells[index] === 'o')
  return `**Who:** ${allowed.join(', ')}${bounded.length > 0 ? `; ${bounded.join(', ')} only for what is theirs` : ''}.`
}

// Besides its own refusals, a call may wait until the caller has set up the second factor that their role needs.
function refusalsOf(path: string, { failures: ids = [] }: Endpoint['meta']): FailureId[] {
  return waitsForSecondFactor(path) ? [...ids, 'SECOND_FACTOR_SETUP_REQUIRED'] : [...ids]
}

function refusalNotes({ failures: ids = [] }: Endpoint['meta']): string {
  return ids.length === 0 ? '' : `**Refusals** (HTTP 200, \`success: false\`): ${ids.map((id) => `\`${id}\``).join(', ')}.`
}

function security(path: string, meta: Endpoint['meta']): Json[] {
  if (meta.cookie && path !== 'auth.login.local') return [{ session: [] }, { bearer: [] }, {}]
  return access[path]?.[0] === '-' ? [{ bearer: [] }] : [{}, { bearer: [] }]
}

const idempotencyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'As `idempotencyKey` in the body, which counts when both are given',
  schema: { type: 'string', format: 'uuid', examples: ['018f3a5e-7b1c-7c3d-9a40-2f6b8c1d0e11'] },
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

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

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
    questionFile: fileSchema('The questions, .xlsx or .csv, at most 5 MB', 'questions.xlsx'),
    templateFile: fileSchema('The layout of downloads, .xlsx, at most 5 MB', 'template.xlsx'),
    fieldMetadataFile: fileSchema(
      'Red-flag rules, validation and contact roles, .csv, .xlsx or .json, at most 5 MB; may be left out only when the question file has a `field_metadata` sheet',
      'field-metadata.csv',
    ),
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

function success(schemas: Schemas, meta: Endpoint['meta'], output: unknown): Json {
  const refusal = refusalSchema(meta)
  const cookie = meta.cookie && {
    headers: {
      'Set-Cookie': {
        description: 'The session cookie',
        schema: { type: 'string', examples: ['portico-session=…; Path=/; HttpOnly; SameSite=Strict'] },
      },
    },
  }
  if (meta.file) {
    const file = { schema: { type: 'string', format: 'binary', description: 'The bytes of the file' } }
    return {
      description: 'The file, or a refusal',
      headers: {
        'Content-Disposition': {
          description: 'The name of the file',
          schema: { type: 'string', examples: ['attachment; filename="citizenship_day_2025.xlsx"'] },
        },
      },
      content: { [workbook]: file, 'text/csv': file, 'application/json': { schema: refusal, examples: refusalExamples(meta) } },
    }
  }
  const data = schemas.of(output, 'output')
  const answer = meta.bare ? data : wrapped(data)
  const examples = { answer: { summary: 'Done', value: schemas.example(answer) }, ...refusalExamples(meta) }
  const schema = refusal ? { oneOf: [answer, refusal] } : answer
  return {
    description: refusal ? 'The answer, or a refusal' : 'The answer',
    ...cookie,
    content: { 'application/json': { schema, examples } },
  }
}

function wrapped(data: Json): Json {
  return {
    type: 'object',
    required: ['success', 'data'],
    additionalProperties: false,
    properties: { success: { const: true, description: 'Always true', examples: [true] }, data: { description: 'The answer', ...data } },
  }
}

function refusalSchema({ failures: ids = [] }: Endpoint['meta']): Json | undefined {
  if (ids.length === 0) return undefined
  return {
    type: 'object',
    description: 'A refusal whose message may be shown to the user',
    required: ['success', 'error_id', 'message'],
    additionalProperties: false,
    properties: {
      success: { const: false, description: 'Always false', examples: [false] },
      error_id: { enum: [...ids], description: 'Which refusal', examples: [ids[0]] },
      message: { type: 'string', description: 'Message to show to the user', examples: [ids[0] && failures[ids[0]]] },
      ...(ids.includes('SECOND_FACTOR_REQUIRED') && secondStepProperties),
    },
  }
}

const secondStepProperties: Json = {
  challenge: {
    type: 'string',
    description: 'With SECOND_FACTOR_REQUIRED: for `auth/login/secondFactor`; valid once, for 5 minutes, from the same network address',
    examples: ['q3Jd0mT1xYk'],
  },
  methods: {
    type: 'array',
    description: 'With SECOND_FACTOR_REQUIRED: the ways to confirm',
    items: { enum: [...secondFactorMethods], description: 'A way to confirm', examples: ['authenticator'] },
    examples: [['authenticator', 'recovery-code']],
  },
}

function refusalExamples({ failures: ids = [] }: Endpoint['meta']): Json {
  return Object.fromEntries(ids.map((id) => [id, { summary: id, value: { success: false, error_id: id, message: failures[id] } }]))
}

function faultResponses(path: string, meta: Endpoint['meta'], method: 'GET' | 'POST'): Json {
  const row = access[path] ?? []
  const wanted: (FaultId | false | undefined)[] = [
    path === 'auth.login.local' ? 'INVALID_CREDENTIALS' : row[0] !== 'Y' && 'UNAUTHENTICATED',
    row[0] === '-' && 'FORBIDDEN',
    method === 'POST' && 'PAYLOAD_TOO_LARGE',
    method === 'POST' && 'UNSUPPORTED_MEDIA_TYPE',
    method === 'POST' && 'VALIDATION_ERROR',
    meta.limited && 'TOO_MANY_REQUESTS',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
  ]
  const ids = wanted.filter((id) => typeof id === 'string')
  return Object.fromEntries(ids.map((id) => [faults[id].status, { $ref: `#/components/responses/${id}` }]))
}
