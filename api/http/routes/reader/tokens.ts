import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { ENDED_TOKEN_KEPT_DAYS, TOKENS_MAX } from '../../../contract/limits.ts'
import { MadePersonalToken, NewPersonalToken, PersonalTokens } from '../../../contract/tokens.ts'
import { listTokens, makeToken, revokeToken } from '../../../services/accounts/personalTokens.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'

/** Personal tokens, with which programs call the API for a user. They cannot make or revoke each other. */
export const tokensRoutes = (product: Product) =>
  new Elysia({ name: 'routes.tokens', prefix: '/users/me/tokens', tags: ['users'] })
    .use(auth(product))
    .get('', ({ user }) => listTokens(user), {
      role: 'user',
      scope: 'never',
      response: { 200: PersonalTokens, ...failures('unauthenticated', 'forbidden', 'rate-limited', 'unavailable') },
      detail: {
        summary: 'List the personal tokens of the caller, the newest first',
        description: `Ended ones, too, for ${ENDED_TOKEN_KEPT_DAYS} days. The tokens themselves are not kept.`,
      },
    })
    .post(
      '',
      async ({ user, admin, body, set }) => {
        limitsOf(product).tokens.use(user._id)
        const made = await makeToken({ user, admin }, body)
        set.status = 201
        return made
      },
      {
        role: 'user',
        scope: 'never',
        body: NewPersonalToken,
        response: {
          201: MadePersonalToken,
          ...failures('unauthenticated', 'forbidden', 'conflict', 'invalid-input', 'rate-limited', 'unavailable'),
        },
        detail: {
          summary: 'Make a personal token, which is returned only this once',
          description:
            `At most ${TOKENS_MAX} for each user. The scopes of admins are for admins, and end with that role. Each ` +
            'operation names the scope that it needs in `x-scope`; "never" is for a sign-in alone.',
        },
      },
    )
    .delete(
      '/:id',
      async ({ user, params, set }) => {
        await revokeToken(user, params.id)
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        params: t.Object({ id: t.String({ minLength: 1, maxLength: 64 }) }),
        response: {
          204: t.String({ maxLength: 0 }),
          ...failures('unauthenticated', 'forbidden', 'not-found', 'rate-limited', 'unavailable'),
        },
        detail: { summary: 'Revoke a personal token of the caller: it is refused from the next call on' },
      },
    )
