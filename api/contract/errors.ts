import { t } from 'elysia'

/** Every failure a caller can meet, with its HTTP status. A code is never reused for a second meaning. */
export const errorStatus = {
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'already-running': 409,
  'too-large': 413,
  'invalid-input': 422,
  'rate-limited': 429,
  internal: 500,
  'source-unavailable': 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export const ErrorBody = t.Object({
  error: t.Object({
    code: t.String({ description: 'One of the codes of the contract.' }),
    message: t.String({ description: 'One sentence a reader may be shown.' }),
    request_id: t.String(),
    fields: t.Optional(
      t.Record(t.String(), t.String(), { description: 'For invalid-input: path of a field -> what is wrong with it.' }),
    ),
    current: t.Optional(t.Unknown({ description: 'For conflict: what is there now.' })),
    job_id: t.Optional(t.String({ description: 'For already-running: the open job.' })),
    retry_after: t.Optional(t.Integer({ description: 'For rate-limited: seconds to wait.' })),
  }),
})
export type ErrorBody = typeof ErrorBody.static

/** The `response` entries for the failures a route can answer with, for validation, OpenAPI and Eden. */
export function failures<const Code extends ErrorCode>(...codes: Code[]) {
  return Object.fromEntries(codes.map((code) => [errorStatus[code], ErrorBody])) as {
    [C in Code as (typeof errorStatus)[C]]: typeof ErrorBody
  }
}
