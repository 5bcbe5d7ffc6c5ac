import type { TSchema } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'

/**
 * Throws "invalid-input" for an unknown field where `schema` has `additionalProperties: false`, and for a value of
 * another type where it expects an object or an array. Before validation Elysia removes unknown fields and replaces
 * such values with an empty object, which is right for responses and wrong for requests.
 */
export function rejectWrongTypes(schema: TSchema, value: unknown): void {
  const errors = findErrors(schema, value, [])
  const [first] = errors
  if (first !== undefined) throw new AppError('invalid-input', first[1], { fields: Object.fromEntries(errors) })
}

type FieldError = [path: string, sentence: string]

function findErrors(schema: TSchema, value: unknown, path: readonly string[]): FieldError[] {
  if (value === undefined) return []
  const subject = path.length === 0 ? 'The body of the request' : `The field "${path.at(-1)}"`
  const field = path.join('.') || 'request'
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return [[field, `${subject} must be a list.`]]
    return value.flatMap((entry, index) => findErrors(schema['items'] as TSchema, entry, [...path, String(index)]))
  }
  if (schema.anyOf) return findErrorsOfNearest(schema.anyOf as TSchema[], value, path)
  if (schema.type !== 'object') return []
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [[field, `${subject} must be an object.`]]
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>
  return Object.entries(value).flatMap(([key, inner]) => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (property !== undefined) return findErrors(property, inner, [...path, key])
    const name = [...path, key].join('.')
    return schema.additionalProperties === false ? [[name, `The field "${name}" is not known here.`]] : []
  })
}

/** The errors of the alternative that `value` is nearest to. Values that are not structured are left to the validation. */
function findErrorsOfNearest(alternatives: readonly TSchema[], value: unknown, path: readonly string[]): FieldError[] {
  if (typeof value !== 'object' || value === null) return []
  const found = alternatives
    .filter(({ type }) => type === 'object' || type === 'array')
    .map((alternative) => findErrors(alternative, value, path))
  return found.toSorted((one, other) => one.length - other.length)[0] ?? []
}
