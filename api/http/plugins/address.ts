import { Elysia } from 'elysia'
import { invalidField } from '../../platform/errors.ts'

/**
 * Throws "invalid-input" for a request whose Host header is missing or malformed, because its URL cannot be parsed, and
 * for a URL of the API with a NUL character, because MongoDB rejects it in a regular expression. The pages of the app
 * show their own error for it.
 */
export const address = new Elysia({ name: 'address' }).onRequest(({ request: { url } }) => {
  const parsed = URL.parse(url)
  if (parsed === null) throw invalidField('host', 'The Host header of the request is missing or not valid.')
  if (!url.includes('%00') || !parsed.pathname.startsWith('/api/')) return
  const parameter = [...parsed.searchParams].find(([, value]) => value.includes('\0'))
  throw invalidField(parameter?.[0] ?? 'address', 'The address of the request has a NUL character.')
})
