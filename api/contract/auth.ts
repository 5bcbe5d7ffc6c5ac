import { t } from 'elysia'
import { Instant, listOf, skipAndLimit } from './lists.ts'
import { NAME_MAX } from './limits.ts'
import { CategoryIds } from './users.ts'
import { oneOf, plainLine } from './stringSchemas.ts'

export const FirebaseExchange = t.Object(
  {
    id_token: t.String({ minLength: 1, maxLength: 8_192 }),
    category_ids: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 80 }), {
        maxItems: CategoryIds.maxItems,
        uniqueItems: true,
        default: [],
      }),
    ),
  },
  { additionalProperties: false },
)

/** RFC 8628, device authorization response. */
export const DeviceCode = t.Object({
  device_code: t.String(),
  user_code: t.String({ description: 'Two groups of four easily distinguished consonants, for example "BCDF-GHJK".' }),
  verification_uri: t.String(),
  verification_uri_complete: t.String(),
  expires_in: t.Integer({ description: 'Seconds.' }),
  interval: t.Integer({ description: 'Seconds between polls.' }),
})
export type DeviceCode = typeof DeviceCode.static

export const DeviceStart = t.Object({ device: plainLine(NAME_MAX) }, { additionalProperties: false })
export const DevicePoll = t.Object(
  { device_code: t.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
)

/** RFC 8628 section 3.5, except that the error codes are values of `status` in a 200 response, not HTTP errors. */
export const DeviceToken = t.Object({
  status: oneOf(['authorization_pending', 'slow_down', 'access_denied', 'expired_token', 'approved']),
  interval: t.Optional(t.Integer()),
  token: t.Optional(t.String()),
  expires_at: t.Optional(t.String({ format: 'date-time' })),
})
export type DeviceToken = typeof DeviceToken.static

export const DeviceLookup = t.Object({ user_code: t.String({ minLength: 8, maxLength: 9 }) })
/** Pending device sign-in, as shown to the user who approves or denies it. */
export const DeviceRequest = t.Object({
  user_code: t.String(),
  device: t.String(),
  ip_address: t.String({ description: 'IP address of the terminal; "this machine" if the request had none.' }),
  expires_at: t.String({ format: 'date-time' }),
})
export type DeviceRequest = typeof DeviceRequest.static
export const DeviceDecision = t.Object(
  { user_code: t.String({ minLength: 8, maxLength: 9 }), approve: t.Boolean() },
  { additionalProperties: false },
)
export const DeviceDecisionResult = t.Object({ approved: t.Boolean() })

/** A terminal that is signed in to the account of the caller. */
export const Terminal = t.Object({
  id: t.String(),
  device: t.String({ description: 'What the terminal said of itself, for example "paperdawn on lab-pc".' }),
  ip_address: t.String({ description: 'Of the last use; "this machine" if the request had none.' }),
  created_at: Instant,
  last_used_at: t.Nullable(Instant, { description: 'To the minute.' }),
  expires_at: Instant,
  current: t.Boolean({ description: 'True for the terminal of this request.' }),
})
export type Terminal = typeof Terminal.static
export const TerminalList = listOf(Terminal)
export const TerminalQuery = t.Object(skipAndLimit(50))

/** The only configuration values sent to the browser. */
export const PublicConfig = t.Object({
  version: t.String(),
  firebase: t.Object({
    project_id: t.String(),
    api_key: t.String(),
    auth_domain: t.String(),
    emulator_url: t.Optional(t.String()),
  }),
  features: t.Object({
    demo_accounts: t.Boolean({ description: 'True with the embedded auth emulator: demo accounts can sign in.' }),
    outbox_page: t.Boolean({ description: 'True with the embedded SMTP sink, whose mail is at /api/dev/outbox.' }),
    sample_library: t.Boolean({ description: 'True if the sample papers can be loaded.' }),
  }),
})
export type PublicConfig = typeof PublicConfig.static
