import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { decodeJwt } from 'jose'
import { Elysia, type Context } from 'elysia'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { TokenScope } from '../../contract/limits.ts'
import { looksLikePersonalToken } from '../../platform/identity/personalTokens.ts'
import { findCaller, findTerminalCaller, recordVisit, type Caller } from '../../services/accounts/accounts.ts'
import { findTokenCaller, requireTokenScope } from '../../services/accounts/personalTokens.ts'
import type { Product } from '../../services/product.ts'
import { OWN_ISSUER } from '../ownTokens.ts'
import { ipAddressOf, withoutLastPart } from './ipAddress.ts'
import { limitsOf } from './limiters.ts'
import { rejectOtherMedia } from './bodies.ts'
import { rejectWrongTypes } from './strictBody.ts'
import { convertQuery, convertTexts } from './textValues.ts'

type Server = Context['server']
/** "token" is public, too: the route checks a token or code of the body, and limits failed attempts itself. */
export type Role = 'public' | 'token' | 'user' | 'admin'

/**
 * What a personal token needs for a route: a scope, "any" where each part of the request is checked by itself, or
 * "never" for what only a sign-in may do.
 */
export type RouteScope = TokenScope | 'any' | 'never'

const security = [{ bearer: [] }]

/**
 * Adds the option `role` to routes; every route sets it. For "user" and "admin" the token is checked before anything
 * else of the request: throws "unauthenticated", "not-found" (no account) or "forbidden"; else the handler gets the
 * token's account as `user`. Public routes must not use `user`; their `findCaller()` returns the signed-in caller or
 * null.
 *
 * Adds the option `scope`, which a personal token must have for the route, else "forbidden". Without it a personal token
 * is refused, and is no caller for a public route.
 */
export const auth = (product: Product) =>
  new Elysia({ name: 'auth' }).macro({
    role(role: Role) {
      const isPublic = role === 'public' || role === 'token'
      let body: TSchema | undefined
      let query: TSchema | undefined
      let options: { detail?: object } = {}
      // Read with each request: the option `scope` may be applied after this one.
      const scopeOf = () => (options.detail as { 'x-scope'?: RouteScope } | undefined)?.['x-scope'] ?? 'never'
      return {
        detail: { 'x-role': isPublic ? 'public' : role, ...(!isPublic && { security }) },
        introspect(hooks: { body?: unknown; query?: unknown; detail?: object }) {
          options = hooks
          if (typeof hooks.body === 'object') {
            body = hooks.body as TSchema
            const requestBody = { required: !(OptionalKind in body), content: { 'application/json': { schema: body } } }
            hooks.detail = { ...hooks.detail, 'x-request-body': requestBody }
          }
          if (typeof hooks.query === 'object') query = hooks.query as TSchema
        },
        // Runs before validation, so that callers without access do not learn the schema of a route.
        async transform(context: { request: Request; body: unknown; query: unknown; server: Server }) {
          const { request, server } = context
          const { requests, refused } = limitsOf(product)
          const ipAddress = ipAddressOf(request, server, product.config)
          // Authenticated requests count per user, all others per IP address.
          if (role === 'public') requests.use(ipAddress)
          else if (!isPublic) {
            const caller = await authenticate(product, { request, role, scope: scopeOf(), ipAddress }).catch(
              (error: unknown) => {
                refused.use(ipAddress)
                throw error
              },
            )
            if (ipAddress !== null) requests.use(caller.personalToken?.id ?? caller.user._id)
            if (!isRead(request)) await recordVisit(caller.user)
          }
          if (query !== undefined) context.query = convertQuery(query, context.query)
          if (body !== undefined) {
            rejectOtherMedia(request)
            // For a schema without required fields Elysia would take a missing body for an empty object.
            if (context.body === undefined && !(OptionalKind in body))
              throw invalidField('request', 'The body of the request is missing.')
            rejectWrongTypes(body, context.body)
            context.body = convertTexts(body, context.body)
          }
        },
        resolve({ request }: { request: Request }) {
          const caller = callers.get(request)
          return {
            user: caller?.user as Caller['user'],
            session: caller?.session,
            signedInAt: caller?.signedInAt ?? null,
            admin: caller?.admin ?? false,
            personalToken: caller?.personalToken,
            findCaller: () => findOptionalCaller(product, request, scopeOf()),
          }
        },
      }
    },
    scope: (scope: RouteScope) => ({
      detail: {
        'x-scope': scope,
        ...(scope !== 'never' && { security: [{ personalToken: scope === 'any' ? [] : [scope] }] }),
      },
    }),
  })

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

const callers = new WeakMap<Request, Caller>()

interface Attempt {
  request: Request
  role: Role
  scope: RouteScope
  ipAddress: string | null
}

/** Returns the verified caller of the request, also one whom the role of the route refused. */
export const callerOf = (request: Request): Caller | undefined => callers.get(request)

async function authenticate(
  product: Pick<Product, 'config' | 'tokens'>,
  { request, role, scope, ipAddress }: Attempt,
): Promise<Caller> {
  const token = bearerOf(request)
  if (token === null) throw new AppError('unauthenticated', 'Please sign in to continue.')
  const caller = await identify(product, token, ipAddress)
  callers.set(request, caller)
  checkScope(caller, scope)
  if (role === 'admin' && !caller.admin) throw new AppError('forbidden', 'This is for admins of this site only.')
  return caller
}

/** Returns null for an invalid token or a failed check: public routes work with an unusable sign-in. */
async function findOptionalCaller(
  product: Pick<Product, 'config' | 'tokens'>,
  request: Request,
  scope: RouteScope,
): Promise<Caller | null> {
  const token = bearerOf(request)
  if (token === null) return null
  try {
    const caller = await identify(product, token, null)
    checkScope(caller, scope)
    return caller
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Throws "forbidden" for a personal token without the scope: of a route, or of a part of a request that needs another one
 * than its route. A sign-in has no scopes: it may do what its user may.
 */
export function checkScope({ personalToken }: Pick<Caller, 'personalToken'>, scope: RouteScope): void {
  if (personalToken === undefined || scope === 'any') return
  if (scope === 'never') throw new AppError('forbidden', 'A personal token cannot do this. Sign in to do it.')
  requireTokenScope(personalToken.scopes, scope)
}

function identify(product: Pick<Product, 'config' | 'tokens'>, token: string, ipAddress: string | null) {
  if (looksLikePersonalToken(token))
    return findTokenCaller(product, token, ipAddress === null ? null : withoutLastPart(ipAddress))
  return isOwnToken(token) ? findTerminalCaller(product, token, ipAddress) : findCaller(product, token)
}

const bearerOf = (request: Request) => /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null

/** Reads the issuer without verification, only to choose the verifier. */
function isOwnToken(token: string): boolean {
  try {
    return decodeJwt(token).iss === OWN_ISSUER
  } catch {
    // Not a JWT: the ID token verifier throws the error for it.
    return false
  }
}
