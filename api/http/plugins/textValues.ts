import type { TSchema } from '@sinclair/typebox'

/**
 * Returns the parameters of a query as `convertTexts` does. A list has commas, repeats its name, or both:
 * `ids=a&ids=b,c`.
 */
export function convertQuery(schema: TSchema, query: unknown): unknown {
  const properties = schema['properties'] as Record<string, TSchema>
  const isList = (name: string) => Object.hasOwn(properties, name) && properties[name]?.['type'] === 'array'
  const joined = Object.entries(query as object).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) && isList(name) ? value.join() : value,
  ])
  return convertTexts(schema, Object.fromEntries(joined))
}

/**
 * Returns `value` with each text converted to the number or the list that `schema` expects: numbers in queries and
 * bodies, lists (separated by commas) in queries. Text that is not a number becomes NaN, which no schema accepts.
 * Without it Elysia converts during the validation, and an invalid number or entry is an error without the field's name.
 */
export function convertTexts(schema: TSchema, value: unknown): unknown {
  const { type, anyOf } = schema as { type?: string; anyOf?: TSchema[] }
  if (typeof value === 'string') {
    if (type === 'array') return value.split(',')
    const expectsNumber = [schema, ...(anyOf ?? [])].some((option) => /^(integer|number)$/.test(String(option.type)))
    return expectsNumber ? (value.trim() === '' ? Number.NaN : Number(value)) : value
  }
  if (Array.isArray(value)) {
    const items = schema['items'] as TSchema | undefined
    return items === undefined ? value : value.map((entry) => convertTexts(items, entry))
  }
  const properties = schema['properties'] as Record<string, TSchema> | undefined
  if (typeof value !== 'object' || value === null || properties === undefined) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined
      return [key, property === undefined ? inner : convertTexts(property, inner)]
    }),
  )
}
