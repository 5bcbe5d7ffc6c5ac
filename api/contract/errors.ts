import { t } from 'elysia'

/** Every error code of the API with its HTTP status. A code is never reused for a second meaning. */
export const errorStatus = {
  unauthenticated: 401,
  /** The sign-in ended because its browser was not used for the configured days. */
  'unused-too-long': 401,
  forbidden: 403,
  /** The caller may do it after signing in again. */
  'recent-sign-in-required': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'already-running': 409,
  /** It was here, and has ended for good. */
  gone: 410,
  'too-large': 413,
  'unsupported-media-type': 415,
  'invalid-input': 422,
  'rate-limited': 429,
  internal: 500,
  'source-unavailable': 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export const ErrorBody = t.Object(
  {
    error: t.Object({
      code: t.String({ description: 'Error code, for example "not-found".' }),
      message: t.String({ description: 'One sentence that can be shown to the user.' }),
      request_id: t.String(),
      fields: t.Optional(
        t.Record(t.String(), t.String(), { description: 'For invalid-input: field path -> error message.' }),
      ),
      current: t.Optional(t.Unknown({ description: 'For conflict: the current state of the object.' })),
      job_id: t.Optional(t.String({ description: 'For already-running: id of the open job.' })),
      retry_after: t.Optional(
        t.Integer({
          description:
            'Seconds to wait before the next try: for rate-limited, unavailable, and source-unavailable when known.',
        }),
      ),
    }),
  },
  { title: 'ErrorBody' },
)
export type ErrorBody = typeof ErrorBody.static

/** Returns the `response` entries of a route for the given error codes, for validation, OpenAPI and Eden. */
export function failures<const Code extends ErrorCode>(...codes: Code[]) {
  return Object.fromEntries(codes.map((code) => [errorStatus[code], ErrorBody])) as {
    [C in Code as (typeof errorStatus)[C]]: typeof ErrorBody
  }
}
