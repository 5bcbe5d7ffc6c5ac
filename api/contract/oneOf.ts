import type { SchemaOptions } from '@sinclair/typebox'
import { t } from 'elysia'

/**
 * One of these words. Elysia's own `t.UnionEnum` gives an absent field its first word as default: a change of one field
 * would then reset its neighbours. Ours has no default unless `options` name one.
 */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, options: SchemaOptions = {}) =>
  t.UnionEnum(words, { default: undefined, ...options })
