import { Elysia } from 'elysia'
import { failures } from '../../contract/errors.ts'
import { User, UserChanges } from '../../contract/users.ts'
import { changeProfile } from '../../services/accounts.ts'
import type { Product } from '../../services/product.ts'
import { auth } from '../plugins/auth.ts'

export const usersRoutes = (product: Product) =>
  new Elysia({ name: 'routes.users', prefix: '/users', tags: ['users'] })
    .use(auth(product))
    .put('/me', ({ body, user }) => changeProfile(product, user, body), {
      role: 'user',
      body: UserChanges,
      response: { 200: User, ...failures('unauthenticated', 'forbidden', 'not-found', 'invalid-input') },
      detail: { summary: 'Change the own account', description: 'Only the named fields change; unknown ones are 422.' },
    })
