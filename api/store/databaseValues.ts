/** The bytes of a binary field as read by the driver, in memory of their own, so that they can be read as numbers. */
export const bytesOf = (binary: unknown): ArrayBuffer =>
  new Uint8Array((binary as { buffer: Uint8Array }).buffer).buffer

/** Escapes `text` for a regular expression of the database, which does not read all escapes of `RegExp.escape`. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

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
