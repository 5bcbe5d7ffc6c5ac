import type { Elysia } from 'elysia'
import { hasTag, weakTag } from '../representations.ts'

/** The `cache-control` of an answer that only the caller's browser keeps, and asks for again before each use. */
export const REVALIDATED = 'private, max-age=0, must-revalidate'

type Handler = (request: Request, ...rest: unknown[]) => Response | Promise<Response>

/** Returns a request handler that answers 304 where the client has a `REVALIDATED` answer of `handle` already. */
export const withRevalidation: Parameters<Elysia['wrap']>[0] = (wrapped) => {
  // Elysia's type of the handler says that it returns a function.
  const handle = wrapped as unknown as Handler
  return async (request: Request, ...rest: unknown[]) => revalidate(request, await handle(request, ...rest))
}

async function revalidate(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response
  if (headers.get('cache-control') !== REVALIDATED || status !== 200 || request.method !== 'GET') return response
  const body = await response.bytes()
  const tag = weakTag(body)
  headers.set('etag', tag)
  if (!hasTag(request, tag)) return new Response(body, { status, headers })
  headers.delete('content-type')
  headers.delete('content-length')
  headers.set('vary', 'Accept-Encoding')
  return new Response(null, { status: 304, headers })
}
