import { t } from 'elysia'
import { TARGET_KINDS } from './limits.ts'
import { completeListOf, Instant } from './lists.ts'
import { oneOf } from './stringSchemas.ts'

const strict = { additionalProperties: false }
const secret = (description: string, maxLength: number) => t.String({ minLength: 1, maxLength, description })

export const TargetPath = t.Object({ kind: oneOf(TARGET_KINDS) })

const Sends = {
  day: t.Boolean({ description: 'The papers of the day, in the order of the digest.' }),
  hits: t.Boolean({
    description:
      'In the message of the day, what questions found; without `day` also its papers that a followed search found.',
  }),
  updates: t.Boolean({ description: 'In the message of the day, notices about saved papers.' }),
  review: t.Boolean({
    description: 'The review of the week, a message of its own; by default of weeks that end on Sunday.',
  }),
  alarms: t.Boolean({
    description: 'For admins: a message when a check of the health turns bad, and when it is good again.',
  }),
}

/**
 * With `address`, all values are replaced by those of the body. Without it, the saved ones are kept, and no other value
 * may be given besides `sends` and `renew_secret`. `sends` alone changes nothing else: a connection that is off stays off.
 */
export const ConnectionInput = t.Object(
  {
    address: t.Optional(
      secret('Slack, Discord, Mattermost, own webhook: its secret address. Matrix, ntfy: the server.', 2_000),
    ),
    room: t.Optional(t.String({ minLength: 1, maxLength: 255, description: 'Matrix: id of the room, "!abc:host".' })),
    topic: t.Optional(
      t.String({ pattern: '^[-_A-Za-z0-9]{1,64}$', description: 'ntfy. On a public server it is the only password.' }),
    ),
    token: t.Optional(secret('Matrix, and ntfy if the topic is protected: access token.', 1_000)),
    sends: t.Optional(t.Partial(t.Object(Sends), strict)),
    renew_secret: t.Optional(
      t.Boolean({ description: 'Own webhook: makes a new secret. For a day, messages are signed with both.' }),
    ),
  },
  strict,
)
export type ConnectionInput = typeof ConnectionInput.static

/** What became of the newest message, or test, of a target. */
const TargetEvent = t.Object({
  at: Instant,
  outcome: oneOf(['sent', 'deferred', 'refused', 'uncertain', 'gone']),
  sentence: t.String(),
})

/** A target without its secrets. */
export const Connection = t.Object({
  kind: oneOf(TARGET_KINDS),
  host: t.String(),
  last_four: t.String({ description: 'Last four characters of the address, topic or room.' }),
  on: t.Boolean({ description: 'False if the target refused for good: nothing is sent until it is saved again.' }),
  sends: t.Object(Sends),
  last: t.Nullable(TargetEvent),
  failing_since: t.Nullable(Instant),
})
export type Connection = typeof Connection.static
export const Connections = completeListOf(Connection)

export const SavedConnection = t.Composite([
  Connection,
  t.Object({
    secret: t.Optional(
      t.String({
        description: 'Own webhook: the secret of the signatures, when it was made. Only this response has it.',
      }),
    ),
  }),
])
export type SavedConnection = typeof SavedConnection.static

export const ConnectionTest = t.Object({ ok: t.Boolean(), message: t.String() })
export type ConnectionTest = typeof ConnectionTest.static
