import { z } from 'zod'
import { fieldMessages } from '../words/field-messages.ts'

const kinds: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'Write a date and time like 2025-04-05T17:30:00Z.',
  date: 'Write a date like 2025-04-05.',
  uuid: 'Write a UUID like 123e4567-e89b-42d3-a456-426614174000.',
}

/** Returns the message for an issue whose schema defines none, in place of the library's own. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return fieldMessages.required
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'Has the wrong type.'
    case 'invalid_value':
      return `Must be one of: ${issue.values.join(', ')}.`
    case 'invalid_format':
      return formats[issue.format] ?? 'Does not have the expected form.'
    case 'too_big':
      return `Must ${issue.origin === 'number' || issue.origin === 'int' ? `be at most ${issue.maximum}` : `have at most ${issue.maximum} ${unitOf(issue.origin)}`}.`
    case 'too_small':
      return `Must ${issue.origin === 'number' || issue.origin === 'int' ? `be at least ${issue.minimum}` : `have at least ${issue.minimum} ${unitOf(issue.origin)}`}.`
    case 'unrecognized_keys':
      return `Not known here. Known fields: ${knownFields(issue.inst).join(', ') || 'none'}.`
    case 'invalid_union':
      return 'Does not fit any of the allowed forms.'
    default:
      return undefined
  }
}

function unitOf(origin: string): string {
  return origin === 'string' ? 'characters' : 'entries'
}

function knownFields(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

z.config({ customError: describeIssue })
