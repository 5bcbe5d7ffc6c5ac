import { Elysia, t } from 'elysia'
import { FirebaseExchange } from '../../../contract/auth.ts'
import { failures } from '../../../contract/errors.ts'
import { User } from '../../../contract/users.ts'
import { exchangeToken, recordVisit, toUser } from '../../../services/accounts/accounts.ts'
import { endSession } from '../../../services/accounts/deviceLogin.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { ipAddressOf } from '../../plugins/ipAddress.ts'
import { limitFailures, limitsOf } from '../../plugins/limiters.ts'

export const authRoutes = (product: Product) =>
  new Elysia({ name: 'routes.auth', prefix: '/auth', tags: ['auth'] })
    .use(auth(product))
    .post(
      '/firebase',
      async ({ body, request, server }) => {
        const ipAddress = ipAddressOf(request, server, product.config)
        const user = await limitFailures(product, ipAddress, () => exchangeToken(product, body))
        if (ipAddress !== null) limitsOf(product).requests.use(user.id)
        return user
      },
      {
        role: 'token',
        body: FirebaseExchange,
        response: {
          200: User,
          ...failures('unauthenticated', 'forbidden', 'conflict', 'invalid-input', 'rate-limited', 'unavailable'),
        },
        detail: {
          summary: 'Sign in with a Firebase ID token',
          description:
            'Creates the account on the first call; later calls update name, e-mail address and photo. ' +
            '`category_ids` is ignored if the account already has categories.',
        },
      },
    )
    .get(
      '/me',
      async ({ user }) => {
        await recordVisit(user)
        return toUser(user, product.config)
      },
      {
        role: 'user',
        scope: 'never',
        response: {
          200: User,
          ...failures('unauthenticated', 'forbidden', 'not-found', 'rate-limited', 'unavailable'),
        },
        detail: {
          summary: 'Get the account of the caller',
          description: '404 when the identity has no account yet. Counts as a visit.',
        },
      },
    )
    .delete(
      '/session',
      async ({ user, session, set }) => {
        await endSession(user, session)
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        response: {
          204: t.String({ maxLength: 0 }),
          ...failures('unauthenticated', 'forbidden', 'not-found', 'invalid-input', 'rate-limited', 'unavailable'),
        },
        detail: { summary: 'Sign out the calling terminal' },
      },
    )
