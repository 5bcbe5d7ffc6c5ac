import type { SchemaOptions } from '@sinclair/typebox'
import { t } from 'elysia'

/**
 * Schema of a string enum. Elysia's `t.UnionEnum` uses the first value as the default of an absent field, so a partial
 * update would reset the other fields. This one has no default unless `options` sets one.
 */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, options: SchemaOptions = {}) =>
  t.UnionEnum(words, { default: undefined, ...options })
