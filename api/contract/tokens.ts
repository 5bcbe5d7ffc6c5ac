import { t } from 'elysia'
import { completeListOf, Instant } from './lists.ts'
import { oneOf, plainLine } from './stringSchemas.ts'
import { ENDED_TOKEN_KEPT_DAYS, TOKEN_DAYS_MAX, TOKEN_NAME_MAX, TOKEN_SCOPES } from './limits.ts'

const scopes = t.Array(oneOf(TOKEN_SCOPES), { minItems: 1, maxItems: TOKEN_SCOPES.length, uniqueItems: true })

/** A personal token without its secret. */
export const PersonalToken = t.Object({
  id: t.String(),
  name: t.String(),
  scopes,
  created_at: Instant,
  expires_at: t.Nullable(Instant, { description: `Listed for ${ENDED_TOKEN_KEPT_DAYS} days after it; null: no end.` }),
  last_used_at: t.Nullable(Instant, { description: 'To the minute.' }),
  network: t.Nullable(
    t.String({
      description:
        'Network of the last use: the address without its last part, for example "192.0.2.0/24". Only the last one is ' +
        'kept, until the token is deleted; "this machine" if the request had no address.',
    }),
  ),
})
export type PersonalToken = typeof PersonalToken.static
export const PersonalTokens = completeListOf(PersonalToken)

export const NewPersonalToken = t.Object(
  {
    name: plainLine(TOKEN_NAME_MAX),
    scopes,
    expires_at: t.Nullable(Instant, {
      description: `In the future, at most ${TOKEN_DAYS_MAX} days; null: no end.`,
    }),
  },
  { additionalProperties: false },
)
export type NewPersonalToken = typeof NewPersonalToken.static

export const MadePersonalToken = t.Composite([
  PersonalToken,
  t.Object({ token: t.String({ description: 'The token itself. Only this response has it.' }) }),
])
export type MadePersonalToken = typeof MadePersonalToken.static
