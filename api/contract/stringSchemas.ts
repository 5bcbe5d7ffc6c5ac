import type { SchemaOptions } from '@sinclair/typebox'
import { t } from 'elysia'
import { UNPRINTABLE } from './limits.ts'

/**
 * Schema of a string enum. Elysia's `t.UnionEnum` uses the first value as the default of an absent field, so a partial
 * update would reset the other fields. This one has no default unless `options` sets one.
 */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, options: SchemaOptions = {}) =>
  t.UnionEnum(words, { default: undefined, ...options })

/** One line without unprintable characters. */
export const PLAIN_LINE = `^[^${UNPRINTABLE}]*$`

/** Schema of a name or term that a user types and others may see. */
export const plainLine = (maxLength: number) =>
  t.String({
    minLength: 1,
    maxLength,
    pattern: PLAIN_LINE,
  })

/** Schema of a body that is not JSON. The OpenAPI document names its media types. */
export const textOf = (...mediaTypes: readonly string[]) => t.String({ mediaTypes })
