import type { AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import { faults } from '@portico/shared/words/failures'
import { access } from './access.ts'
import { noInput } from './procedures.ts'
import { endpointsOf, type Endpoint } from './rest.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every call, made from the schemas that check them (contract section 2). */
export function openApiDocument(router: AnyTRPCRouter, publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description:
        'Calls take POST with a JSON object and answer `{"success": true, "data": …}`. A refusal that a person may be told answers HTTP 200 with ' +
        '`{"success": false, "error_id": "…", "message": "…"}`. Sign in with `/api/auth/login/local` and send the access token as a bearer token.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(endpointsOf(router).map((endpoint) => [endpoint.url, operations(endpoint)])),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in, good for 10 minutes' } },
      schemas: { Failure: failureSchema },
      responses: Object.fromEntries(
        Object.entries(faults).map(([id, fault]) => [
          id,
          { description: fault.message, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
        ]),
      ),
    },
  }
}

const failureSchema: Json = {
  type: 'object',
  required: ['success', 'error_id', 'message'],
  properties: {
    success: { const: false },
    error_id: { type: 'string', description: 'From one catalogue of ids', examples: ['NOT_FOUND'] },
    message: { type: 'string', description: 'What to tell the person', examples: ['Not found.'] },
    issues: {
      type: 'array',
      description: 'With VALIDATION_ERROR: the fields at fault',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'array', items: { type: ['string', 'number'] } },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    challenge: { type: 'string', description: 'With TOO_MANY_REQUESTS on a submission: solve it and send the proof' },
    correlationId: { type: 'string', description: 'With an unexpected error: what to name when asking for help' },
  },
}

function operations(endpoint: Endpoint): Json {
  return Object.fromEntries(endpoint.methods.map((method) => [method.toLowerCase(), operation(endpoint, method)]))
}

function operation({ path, meta, input, output }: Endpoint, method: 'GET' | 'POST'): Json {
  const open = access[path]?.[0] !== '-'
  const group = path.includes('.') ? path.slice(0, path.indexOf('.')) : 'profile'
  return {
    operationId: `${path.replaceAll(/[.-]/g, '_')}${method === 'GET' ? '_get' : ''}`,
    tags: [group],
    summary: meta.summary ?? path,
    security: open ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(method === 'POST' && { requestBody: requestBody(meta, input) }),
    responses: { 200: success(meta, output), ...faultResponses(open) },
  }
}

function requestBody(meta: Endpoint['meta'], input: unknown): Json {
  if (meta.multipart) return { required: true, content: { 'multipart/form-data': { schema: uploadSchema } } }
  const schema = jsonSchema(input, 'input')
  return { required: input !== noInput, content: { 'application/json': { schema } } }
}

const uploadSchema: Json = {
  type: 'object',
  required: ['title', 'questionFile', 'templateFile'],
  properties: {
    title: {
      type: 'string',
      description: 'Name of the questionnaire',
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      examples: ['citizenship_screening'],
    },
    questionFile: { type: 'string', format: 'binary', description: 'The questions, .xlsx or .csv' },
    templateFile: { type: 'string', format: 'binary', description: 'The layout of downloads, .xlsx' },
    fieldMetadataFile: { type: 'string', format: 'binary', description: 'Red-flag rules and contact roles, .csv, .xlsx or .json' },
  },
}

function success(meta: Endpoint['meta'], output: unknown): Json {
  if (meta.file) {
    return {
      description: 'The file, or a refusal',
      content: {
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
        'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
      },
    }
  }
  const data = jsonSchema(output, 'output')
  const answer = meta.bare ? data : { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } }
  return {
    description: 'The answer, or a refusal',
    content: { 'application/json': { schema: { anyOf: [answer, { $ref: '#/components/schemas/Failure' }] } } },
  }
}

function faultResponses(open: boolean): Json {
  const ids = open
    ? (['VALIDATION_ERROR', 'TOO_MANY_REQUESTS', 'INTERNAL_ERROR'] as const)
    : (['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS', 'INTERNAL_ERROR'] as const)
  return Object.fromEntries(ids.map((id) => [faults[id].status, { $ref: `#/components/responses/${id}` }]))
}

function jsonSchema(schema: unknown, io: 'input' | 'output'): Json {
  if (!(schema instanceof z.ZodType)) return {}
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => moveExample(made),
  }) as Json
  return rest
}

// JSON Schema speaks of `examples`, a list.
function moveExample(made: { example?: unknown; examples?: unknown[] | undefined }): void {
  if (made.example === undefined) return
  made.examples = [made.example]
  delete made.example
}
