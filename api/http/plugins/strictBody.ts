import type { TSchema } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'

/**
 * Throws "invalid-input" for a field that `schema` does not name where it allows no others, and for a list in the place
 * of an object. Elysia drops the first and empties the second, which is right for answers and wrong for what is asked.
 */
export function refuseUnknownFields(schema: TSchema, value: unknown): void {
  if (schema.type === 'object' && (value === null || Array.isArray(value)))
    throw new AppError('invalid-input', 'The body of the request must be an object.')
  const fields = Object.fromEntries(
    findUnknown(schema, value, '').map((path) => [path, `The field "${path}" is not known here.`]),
  )
  const [first] = Object.values(fields)
  if (first !== undefined) throw new AppError('invalid-input', first, { fields })
}

function findUnknown(schema: TSchema, value: unknown, prefix: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((entry, index) => findUnknown((schema['items'] ?? {}) as TSchema, entry, `${prefix}${index}.`))
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (known !== undefined) return findUnknown(known, inner, `${prefix}${key}.`)
    return schema.additionalProperties === false ? [`${prefix}${key}`] : []
  })
}
