/** `{a: {b: 1}}` as `{'a.b': 1}`, so that changing one preference keeps the others. */
export function flatten(value: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
      if (inner === undefined) return []
      const nested = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      return nested ? Object.entries(flatten(inner, `${prefix}${key}.`)) : [[`${prefix}${key}`, inner]]
    }),
  )
}
