import type { TSchema } from '@sinclair/typebox'
import { decodeJwt } from 'jose'
import { Elysia, type Context } from 'elysia'
import { AppError } from '../../platform/errors.ts'
import { findCaller, findTerminalCaller, recordVisit, type Caller } from '../../services/accounts/accounts.ts'
import type { Product } from '../../services/product.ts'
import { OWN_ISSUER } from '../ownTokens.ts'
import { ipAddressOf } from './ipAddress.ts'
import { limitsOf } from './rateLimit.ts'
import { rejectWrongTypes } from './strictBody.ts'

type Server = Context['server']
export type Role = 'public' | 'user' | 'admin'

const security = [{ bearer: [] }]

/**
 * Adds `role` to routes, and every route has one. For "user" and "admin" the handler gets `user`, from the token alone,
 * or the caller gets "unauthenticated" or "forbidden" before anything else is looked at. In a public route `user` must
 * not be touched; `findCaller()` there tells who asks, or null.
 */
export const auth = (product: Product) =>
  new Elysia({ name: 'auth' }).macro({
    role(role: Role) {
      let body: TSchema | undefined
      return {
        detail: { 'x-role': role, ...(role !== 'public' && { security }) },
        introspect(hooks: { body?: unknown }) {
          if (typeof hooks.body === 'object') body = hooks.body as TSchema
        },
        // Before validation, so that a stranger learns nothing of what a route expects.
        async transform(context: { request: Request; body: unknown; server: Server }) {
          const { request, server } = context
          const { requests } = limitsOf(product)
          const place = ipAddressOf(request, server, product.config)
          // Who proves to be somebody has a budget of their own; everybody else shares their address's.
          if (role === 'public') requests.use(place)
          else {
            const caller = await admit(product, request, role).catch((error: unknown) => {
              requests.use(place)
              throw error
            })
            callers.set(request, caller)
            if (place !== null) requests.use(caller.user._id)
            if (!isRead(request)) await recordVisit(caller.user)
          }
          if (body !== undefined) rejectWrongTypes(body, context.body)
        },
        resolve({ request }: { request: Request }) {
          const caller = callers.get(request)
          return {
            user: caller?.user as Caller['user'],
            session: caller?.session,
            findCaller: () => findOptionalCaller(product, request),
          }
        },
      }
    },
  })

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

const callers = new WeakMap<Request, Caller>()

/** The id of the user a request came from, once its token was looked at. */
export const callerIdOf = (request: Request): string | undefined => callers.get(request)?.user._id

async function admit(product: Product, request: Request, role: Role): Promise<Caller> {
  const token = bearerOf(request)
  if (token === null) throw new AppError('unauthenticated', 'Please sign in to continue.')
  const caller = await identify(product, token)
  if (role === 'admin' && !caller.admin) throw new AppError('forbidden', 'This is for admins of this site only.')
  return caller
}

/** Public pages stay up for those whose sign-in cannot be used right now. */
async function findOptionalCaller(product: Product, request: Request): Promise<Caller | null> {
  const token = bearerOf(request)
  if (token === null) return null
  try {
    return await identify(product, token)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const identify = (product: Product, token: string) =>
  isOurs(token) ? findTerminalCaller(product, token) : findCaller(product, token)

const bearerOf = (request: Request) => /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null

/** Only chooses who verifies: nothing is believed before that. */
function isOurs(token: string): boolean {
  try {
    return decodeJwt(token).iss === OWN_ISSUER
  } catch {
    // Not even a token: the verifier of ID tokens says so in its own words.
    return false
  }
}
