import { Type, type TSchema } from '@sinclair/typebox'

/** What is said of a setting. */
export interface Documentation {
  /** Purpose, as one sentence without the full stop. */
  meaning: string
  /** Form of a valid value, to complete "must be …". */
  expected: string
  example: string
  /** Describes the default if it is not a fixed value. */
  otherwise?: string
}

const optional = <Schema extends TSchema>(schema: Schema, documentation: Documentation) =>
  Type.Optional({ ...schema, ...documentation })
/** A text of this form, or none. */
export const text = (pattern: string, documentation: Documentation) => optional(Type.String({ pattern }), documentation)
/** A text of this form. */
export const withDefault = (pattern: string, value: string, documentation: Documentation) => ({
  ...Type.String({ pattern, default: value }),
  ...documentation,
})

export const WEB_ADDRESS = '^https?://[^\\s/]+(/\\S*)?$'
/** The address of a service. */
export const webAddress = (meaning: string, value: string) =>
  withDefault(WEB_ADDRESS, value, {
    meaning,
    expected: 'an address beginning with http:// or https://',
    example: value,
  })

/** A pause between two requests. */
export const gap = (meaning: string, milliseconds: number) => ({
  ...Type.Integer({ minimum: 0, default: milliseconds }),
  meaning,
  expected: 'a whole number of milliseconds',
  example: `${milliseconds}`,
})
