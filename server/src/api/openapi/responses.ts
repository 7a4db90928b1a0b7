import { failures, faults, strictStatusOf, type FaultId } from '@portico/shared/words/failures'
import { secondFactorMethods } from '@portico/shared/words/second-factors'
import type { Endpoint } from '../rest.ts'
import { listingOf, rowTypes } from '../row-streams.ts'
import { exampleOf, type Json, type Schemas } from './schemas.ts'

/** The media type of workbooks. */
export const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** One invalid field, in a 422 response. */
export const issueSchema: Json = {
  type: 'object',
  description: 'An invalid field',
  required: ['path', 'code', 'message'],
  properties: {
    path: {
      type: 'array',
      description: 'Path in the body: field names and list indices from 0',
      items: { type: ['string', 'integer'] },
      examples: [['answers', 'zipCode']],
    },
    code: { type: 'string', description: 'Machine-readable kind of error', examples: ['zip'] },
    message: { type: 'string', description: 'Message to show to the user', examples: ['Invalid zip code'] },
  },
}

/** The body of every error with its own HTTP status. */
export const faultSchema: Json = {
  type: 'object',
  description: 'An error with its own HTTP status, in the same format as a refusal',
  required: ['success', 'error_id', 'message'],
  additionalProperties: false,
  properties: {
    success: { const: false, description: 'Always false', examples: [false] },
    error_id: {
      type: 'string',
      enum: Object.keys(faults),
      description: 'Id of the error, from the catalogue',
      examples: ['VALIDATION_ERROR'],
    },
    message: { type: 'string', description: 'Message to show to the user', examples: [faults.VALIDATION_ERROR.message] },
    issues: {
      type: 'array',
      description: 'With VALIDATION_ERROR: the invalid fields',
      items: { $ref: '#/components/schemas/Issue' },
    },
    challenge: {
      type: 'string',
      description: 'With TOO_MANY_REQUESTS on a submission or a sign-in: solve it and repeat the call with the solution as `proof`',
      examples: ['v1.18.1743874200000.Jm3k8Qd.c2lnbmF0dXJl'],
    },
    correlationId: {
      type: 'string',
      description: 'With INTERNAL_ERROR and UNAVAILABLE: id to quote when asking for help',
      examples: ['7f0c2c5e-0a7e-4a57-b0a6-4f6f1a3f9c11'],
    },
  },
}

/** The errors that calls document. */
export const documentedFaults = Object.keys(faults).filter(
  (id): id is FaultId => id in faults && !['NO_SUCH_PATH', 'METHOD_NOT_ALLOWED'].includes(id),
)

/** Returns the shared response of an error. */
export function faultResponse(id: FaultId): Json {
  const example = faultExample(id)
  return {
    description: faults[id].message,
    ...(['TOO_MANY_REQUESTS', 'UNAVAILABLE'].includes(id) && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' }, example } },
  }
}

function faultExample(id: FaultId): Json {
  return {
    success: false,
    error_id: id,
    message: faults[id].message,
    ...(id === 'VALIDATION_ERROR' && { issues: [exampleOf(issueSchema, {})] }),
    ...(faults[id].status >= 500 && { correlationId: '7f0c2c5e-0a7e-4a57-b0a6-4f6f1a3f9c11' }),
  }
}

/** Returns the HTTP 200 response of a call: its data or file, or one of its refusals. */
export function success(schemas: Schemas, meta: Endpoint['meta'], { output, reads }: Pick<Endpoint, 'output' | 'reads'>): Json {
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
    const file = { schema: { type: 'string', format: 'binary', description: 'Content of the file' } }
    return {
      description: 'The file, or a refusal',
      headers: {
        'Content-Disposition': {
          description: 'Name of the file',
          schema: { type: 'string', examples: ['attachment; filename="citizenship_day_2025.xlsx"'] },
        },
      },
      content: { [workbook]: file, 'text/csv': file, 'application/json': { schema: refusal, examples: refusalExamples(meta) } },
    }
  }
  const data = schemas.of(output, 'output')
  const answer = meta.withoutEnvelope ? data : withSuccess(data)
  const examples = { answer: { summary: 'Done', value: schemas.example(answer) }, ...refusalExamples(meta) }
  const schema = refusal ? { oneOf: [answer, refusal] } : answer
  const rows = {
    schema: { type: 'string', description: 'All rows from the requested position on, one per line; requested with the `Accept` header' },
  }
  return {
    description: refusal ? 'The result, or a refusal' : 'The result',
    ...cookie,
    content: {
      'application/json': { schema, examples },
      ...(reads && listingOf(output) && Object.fromEntries(rowTypes.map((type) => [type, rows]))),
    },
  }
}

function withSuccess(data: Json): Json {
  return {
    type: 'object',
    required: ['success', 'data'],
    additionalProperties: false,
    properties: { success: { const: true, description: 'Always true', examples: [true] }, data: { description: 'The result', ...data } },
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
      error_id: { type: 'string', enum: [...ids], description: 'Id of the refusal', examples: [ids[0]] },
      message: { type: 'string', description: 'Message to show to the user', examples: [ids[0] && failures[ids[0]]] },
      ...(ids.includes('SECOND_FACTOR_REQUIRED') && secondStepProperties),
    },
  }
}

const secondStepProperties: Json = {
  challenge: {
    type: 'string',
    description:
      'With SECOND_FACTOR_REQUIRED: challenge for `auth/login/secondFactor`, valid once, for 5 minutes, from the same network address',
    examples: ['q3Jd0mT1xYk'],
  },
  methods: {
    type: 'array',
    description: 'With SECOND_FACTOR_REQUIRED: available second factors',
    items: { type: 'string', enum: [...secondFactorMethods], description: 'A second factor', examples: ['authenticator'] },
    examples: [['authenticator', 'recovery-code']],
  },
}

function refusalExamples({ failures: ids = [] }: Endpoint['meta']): Json {
  return Object.fromEntries(ids.map((id) => [id, { summary: id, value: { success: false, error_id: id, message: failures[id] } }]))
}

/** Returns the responses for all other statuses of a call. */
export function faultResponses(path: string, meta: Endpoint['meta'], method: 'GET' | 'POST'): Json {
  const wanted: (FaultId | false | undefined)[] = [
    path === 'auth.login.local' ? 'INVALID_CREDENTIALS' : 'UNAUTHENTICATED',
    'FORBIDDEN',
    method === 'POST' && 'PAYLOAD_TOO_LARGE',
    method === 'POST' && 'UNSUPPORTED_MEDIA_TYPE',
    method === 'POST' && 'VALIDATION_ERROR',
    meta.limited && 'TOO_MANY_REQUESTS',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
  ]
  const known = Object.fromEntries(
    wanted.flatMap((id) => (typeof id === 'string' ? [[faults[id].status, { $ref: `#/components/responses/${id}` }]] : [])),
  )
  return { ...known, ...strictResponses(meta, known) }
}

// The responses for refusals with `Prefer: handling=strict`; a status may also be that of a fault.
function strictResponses(meta: Endpoint['meta'], known: Readonly<Record<string, unknown>>): Json {
  const statuses = new Set((meta.failures ?? []).map(strictStatusOf))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const ids = (meta.failures ?? []).filter((id) => strictStatusOf(id) === status)
      const fault = documentedFaults.find((id) => faults[id].status === status && status in known)
      const schemas = [refusalSchema({ failures: ids }), ...(fault ? [{ $ref: '#/components/schemas/Fault' }] : [])]
      const schema = schemas.length === 1 ? schemas[0] : { oneOf: schemas }
      const examples = { ...refusalExamples({ failures: ids }), ...(fault && { [fault]: { summary: fault, value: faultExample(fault) } }) }
      const description = `With \`Prefer: handling=strict\`: ${ids.join(', ')}${fault ? `. Always: ${faults[fault].message}` : ''}`
      return [status, { description, content: { 'application/json': { schema, examples } } }]
    }),
  )
}
