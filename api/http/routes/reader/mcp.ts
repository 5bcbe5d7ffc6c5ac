import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { TOKEN_SCOPES } from '../../../contract/limits.ts'
import { AppError, invalidField } from '../../../platform/errors.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { toLoggedError } from '../../plugins/errors.ts'
import { limitsOf } from '../../plugins/limiters.ts'

/** Messages of JSON-RPC, which the SDK of the protocol checks. */
const Message = t.Unknown({ description: 'A message of JSON-RPC 2.0 as the Model Context Protocol has it.' })

/** What the SDK answers to a request that is not of the protocol. */
const RpcFailure = t.Object({
  jsonrpc: t.Literal('2.0'),
  error: t.Object({ code: t.Integer(), message: t.String() }),
  id: t.Null(),
})

/** The Model Context Protocol over Streamable HTTP, for agents. */
export const mcpRoutes = (product: Product) =>
  new Elysia({ name: 'routes.mcp', tags: ['mcp'] }).use(auth(product)).post(
    '/mcp',
    async ({ request, body, user, personalToken }) => {
      checkOrigin(request, product)
      // The protocol has none since 2025-06-18. One request with many calls would pass by the limits of size and number.
      if (Array.isArray(body)) throw invalidField('request', 'Send one message in each request, not a batch.')
      // Loaded with the first request: most processes answer none.
      const { answerMcp } = await import('../../../mcp/mcpServer.ts')
      return answerMcp(request, {
        product,
        user,
        body,
        scopes: personalToken?.scopes ?? TOKEN_SCOPES,
        signal: request.signal,
        countLookUp: () => limitsOf(product).lookUps.use(user._id),
        countElsewhere: () => limitsOf(product).elsewhere.use(user._id),
        toAppError: (error) => toLoggedError(request, error),
      })
    },
    {
      role: 'user',
      scope: 'any',
      body: Message,
      response: {
        200: t.Unknown(),
        400: RpcFailure,
        406: RpcFailure,
        ...failures('unauthenticated', 'forbidden', 'too-large', 'invalid-input', 'rate-limited', 'unavailable'),
      },
      detail: {
        summary: 'Answer a message of the Model Context Protocol',
        description:
          'Streamable HTTP without sessions: answers are JSON, GET and DELETE are not there. A token sees the tools ' +
          'of its scopes.',
      },
    },
  )

/** A page of another site must not call the server through a browser, whatever name it gave the address (DNS rebinding). */
function checkOrigin({ headers }: Request, { config }: Product): void {
  const origin = headers.get('origin')
  if (origin !== null && origin !== new URL(config.publicUrl).origin)
    throw new AppError('forbidden', 'Pages of other sites cannot use this address.')
}
