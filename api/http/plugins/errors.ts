import { Elysia, ParseError, ValidationError, type ErrorContext } from 'elysia'
import { errorStatus, type ErrorBody } from '../../contract/errors.ts'
import { isDatabaseDown } from '../../platform/databaseDown.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import { findOutage, type Outage } from '../../platform/outages.ts'
import { toFieldErrors } from './fieldSentences.ts'
import { methodsOf, type RoutePath } from './methods.ts'
import { requestIdOf } from './requestId.ts'

const INTERNAL = 'Something went wrong on our side.'
/** For a database that this process does not run itself. */
const DATABASE_DOWN: Outage = {
  message: 'The database does not answer right now. Requests work again by themselves as soon as it does.',
  retryAfter: 5,
}

/**
 * Returns every failure as an `ErrorBody`. Add it before the routes: it does not apply to routes added earlier.
 * `readRoutes` is called for an address that has no route with the method of the request.
 */
export const errors = (readRoutes: () => readonly RoutePath[]) =>
  new Elysia({ name: 'errors' }).onError({ as: 'global' }, (context) => {
    try {
      return toErrorBody(context, readRoutes)
    } catch (failure) {
      return toUnhandledErrorResponse(failure)
    }
  })

/** Returns the response for an error that the error handler could not handle. Never throws, whatever `error` is. */
export function toUnhandledErrorResponse(error: unknown): Response {
  const request_id = crypto.randomUUID()
  try {
    log.error({ request_id, error }, 'a request failed outside the error handler')
  } catch {
    // The error cannot be serialised: one of its properties throws when it is read.
    log.error({ request_id }, 'a request failed outside the error handler, and its error cannot be logged')
  }
  const body: ErrorBody = { error: { code: 'internal', message: INTERNAL, request_id } }
  return Response.json(body, { status: errorStatus.internal, headers: bareHeaders(request_id) })
}

/** Returns the response for a request that waits for a database that does not answer. */
export function toUnavailableResponse(request: Request): Response {
  const request_id = requestIdOf(request)
  log.error({ request_id, method: request.method, path: URL.parse(request.url)?.pathname }, 'the database hangs')
  const { message, retryAfter } = findOutage('database') ?? DATABASE_DOWN
  const body: ErrorBody = { error: { code: 'unavailable', message, request_id, retry_after: retryAfter } }
  return Response.json(body, {
    status: errorStatus.unavailable,
    headers: { ...bareHeaders(request_id), 'retry-after': String(retryAfter) },
  })
}

/** Headers of a response that the plug-ins do not see. */
const bareHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

type Failed = Pick<ErrorContext, 'request' | 'set'> & { code: string | number; error: unknown }

function toErrorBody({ code, error, set, request }: Failed, readRoutes: () => readonly RoutePath[]): ErrorBody {
  const appError = code === 'NOT_FOUND' ? toNotFound(request, readRoutes()) : toAppError(code, error)
  const requestId = requestIdOf(request)
  if (appError.status >= 500) {
    const path = URL.parse(request.url)?.pathname
    log.error({ request_id: requestId, method: request.method, path, error }, 'request failed')
  }
  const { fields, current, jobId, retryAfter, allow } = appError.details
  set.status = errorStatus[appError.code]
  set.headers['x-request-id'] = requestId
  if (retryAfter !== undefined) set.headers['retry-after'] = String(retryAfter)
  if (allow !== undefined) set.headers['allow'] = allow.join(', ')
  return {
    error: {
      code: appError.code,
      message: appError.code === 'internal' ? INTERNAL : appError.message,
      request_id: requestId,
      ...(fields !== undefined && { fields }),
      ...(current !== undefined && { current }),
      ...(jobId !== undefined && { job_id: jobId }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
    },
  }
}

/** What the product says of an error that a route answers by itself. Logs it as any other failure of a request. */
export function toLoggedError(request: Request, error: unknown): AppError {
  const appError = toAppError('UNKNOWN', error)
  if (appError.status >= 500) log.error({ request_id: requestIdOf(request), error }, 'a part of a request failed')
  return appError.code === 'internal' ? new AppError('internal', INTERNAL, { cause: error }) : appError
}

/** RFC 9110, section 15.5.6: an address that other methods have is no unknown one. */
function toNotFound({ method, url }: Request, routes: readonly RoutePath[]): AppError {
  const allow = methodsOf(routes, URL.parse(url)?.pathname ?? '')
  if (allow.length === 0) return new AppError('not-found', 'There is nothing at this address.')
  const sentence = `This address does not know the method ${method}. It knows ${allow.join(', ')}.`
  return new AppError('method-not-allowed', sentence, { allow })
}

function toAppError(code: string | number, error: unknown): AppError {
  if (error instanceof AppError) return error
  // Elysia wraps the errors thrown by `bodies`.
  if (error instanceof ParseError && error.cause instanceof AppError) return error.cause
  if (error instanceof ValidationError) {
    // A response that does not match its schema is a bug of the server.
    if (error.type === 'response') return new AppError('internal', INTERNAL, { cause: error })
    const fields = toFieldErrors(error.all)
    const [first] = Object.values(fields)
    return new AppError('invalid-input', first ?? 'The request does not have the expected shape.', { fields })
  }
  if (isDatabaseDown(error)) {
    const { message, retryAfter } = findOutage('database') ?? DATABASE_DOWN
    return new AppError('unavailable', message, { cause: error, retryAfter })
  }
  if (code === 'PARSE') return invalidField('request', 'The body of the request is not valid JSON.', error)
  return new AppError('internal', INTERNAL, { cause: error })
}
