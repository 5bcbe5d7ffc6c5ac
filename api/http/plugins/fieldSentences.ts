import type { TSchema } from '@sinclair/typebox'
import { PLAIN_LINE } from '../../contract/stringSchemas.ts'

/** Validation error of TypeBox and Elysia for one field. */
interface FieldError {
  path?: string
  schema?: TSchema
  value?: unknown
}

/** Returns field path ("preferences.digest.hour") -> error message without technical terms. */
export function toFieldErrors(errors: readonly unknown[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const error of errors) {
    const { path = '', schema, value } = error as FieldError
    const name = path.replace(/^\//, '').replaceAll('/', '.')
    if (schema !== undefined) fields[name || 'request'] ??= toSentence(name, schema, value)
  }
  return fields
}

function toSentence(path: string, schema: TSchema, value: unknown): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part))
  const subject = path === '' ? 'The body of the request' : name === undefined ? 'A value' : `The field "${name}"`
  if (value === undefined) return `${subject} is missing.`
  if (schema['format'] === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(value))) return `There is no day ${String(value)}.`
  const isTooLong = typeof value === 'string' && value.length > (schema['maxLength'] ?? Infinity)
  if (schema['pattern'] === PLAIN_LINE && typeof value === 'string' && value !== '' && !isTooLong)
    return `${subject} must be one line without control characters.`
  return `${subject} must be ${expectation(schema)}.`
}

/** Returns what the schema expects, to complete "must be …". */
function expectation(schema: TSchema): string {
  const { type, minimum, maximum, minLength, maxLength, maxItems } = schema
  const options: unknown[] = schema['enum'] ?? (schema['anyOf'] ?? []).map(({ const: only }: TSchema) => only)
  if (options.length > 0 && options.every((option) => option !== undefined)) return `one of ${options.join(', ')}`
  // Elysia turns a number in a query into "numeric string or number": describe the number only.
  const inner = (schema['anyOf'] as TSchema[] | undefined)?.find((entry) => entry.type !== 'string')
  if (inner !== undefined) return expectation(inner)
  if (type === 'integer' || type === 'number') {
    const noun = type === 'integer' ? 'a whole number' : 'a number'
    if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`
    if (minimum !== undefined) return `${noun} of at least ${minimum}`
    return maximum === undefined ? noun : `${noun} of at most ${maximum}`
  }
  if (type === 'string') {
    if (schema['format'] !== undefined || ![undefined, PLAIN_LINE].includes(schema['pattern']))
      return describeFormat(schema)
    if (minLength && maxLength) return `a text of ${minLength} to ${maxLength} characters`
    if (minLength) return `a text of at least ${minLength} characters`
    return maxLength === undefined ? 'a text' : `a text of at most ${maxLength} characters`
  }
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return maxItems === undefined ? 'a list' : `a list of at most ${maxItems} different entries`
  return type === 'object' ? 'an object' : 'of another type'
}

function describeFormat({ description, format }: TSchema): string {
  const hint = description === undefined ? format : String(description).replace(/\.$/, '')
  return hint === undefined ? 'a text in the right format' : `a text in the right format (${hint})`
}
