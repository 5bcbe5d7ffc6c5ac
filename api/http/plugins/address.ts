import { Elysia } from 'elysia'
import { AppError } from '../../platform/errors.ts'

/**
 * Throws "invalid-input" for a request whose Host header is missing or malformed, because its URL cannot be parsed, and
 * for a URL with a NUL character, because MongoDB rejects it in a regular expression.
 */
export const address = new Elysia({ name: 'address' }).onRequest(({ request: { url } }) => {
  if (!URL.canParse(url)) throw new AppError('invalid-input', 'The Host header of the request is missing or not valid.')
  if (url.includes('%00')) throw new AppError('invalid-input', 'The address of the request has a NUL character.')
})
