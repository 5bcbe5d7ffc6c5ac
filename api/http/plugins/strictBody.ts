import type { TSchema } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'

/**
 * Throws "invalid-input" for a field that `schema` does not name where it allows no others, and for something else in
 * the place of an object or a list. Before it validates, Elysia drops the first and turns the second into an empty
 * object, which is right for answers and wrong for what is asked.
 */
export function rejectWrongTypes(schema: TSchema, value: unknown): void {
  const misfits = findMisfits(schema, value, [])
  const [first] = misfits
  if (first !== undefined) throw new AppError('invalid-input', first[1], { fields: Object.fromEntries(misfits) })
}

type Misfit = [path: string, sentence: string]

function findMisfits(schema: TSchema, value: unknown, path: readonly string[]): Misfit[] {
  if (value === undefined) return []
  const subject = path.length === 0 ? 'The body of the request' : `The field "${path.at(-1)}"`
  const place = path.join('.') || 'request'
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return [[place, `${subject} must be a list.`]]
    return value.flatMap((entry, index) => findMisfits(schema['items'] as TSchema, entry, [...path, String(index)]))
  }
  if (schema.type !== 'object') return []
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [[place, `${subject} must be an object.`]]
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (known !== undefined) return findMisfits(known, inner, [...path, key])
    const name = [...path, key].join('.')
    return schema.additionalProperties === false ? [[name, `The field "${name}" is not known here.`]] : []
  })
}
