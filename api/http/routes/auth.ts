import { Elysia } from 'elysia'
import { FirebaseExchange } from '../../contract/auth.ts'
import { failures } from '../../contract/errors.ts'
import { User } from '../../contract/users.ts'
import { exchangeToken, toUser } from '../../services/accounts.ts'
import type { Product } from '../../services/product.ts'
import { auth } from '../plugins/auth.ts'

export const authRoutes = (product: Product) =>
  new Elysia({ name: 'routes.auth', prefix: '/auth', tags: ['auth'] })
    .use(auth(product))
    .post('/firebase', ({ body }) => exchangeToken(product, body), {
      role: 'public',
      body: FirebaseExchange,
      response: {
        200: User,
        ...failures('unauthenticated', 'forbidden', 'conflict', 'invalid-input', 'rate-limited', 'unavailable'),
      },
      detail: {
        summary: 'Exchange a Firebase ID token for the account behind it',
        description:
          'Makes the account on the first call and brings name, address and photo up to date afterwards. `category_ids` counts while the account has no categories.',
      },
    })
    .get('/me', ({ user }) => toUser(user, product.config), {
      role: 'user',
      response: { 200: User, ...failures('unauthenticated', 'forbidden', 'not-found', 'unavailable') },
      detail: { summary: 'The account of the caller', description: '404 when the identity has no account yet.' },
    })
