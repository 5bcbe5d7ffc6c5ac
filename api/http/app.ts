import { Elysia } from 'elysia'
import type { Product } from '../services/product.ts'
import { bodies } from './plugins/bodies.ts'
import { errors } from './plugins/errors.ts'
import { authRoutes } from './routes/auth.ts'
import { usersRoutes } from './routes/users.ts'

/**
 * The whole HTTP surface, without a port: `index.ts` listens, tests call `handle`.
 * A new resource is one line in the list of routes.
 */
export const createApp = (product: Product) =>
  new Elysia({ prefix: '/api' }).use(errors).use(bodies).use(authRoutes(product)).use(usersRoutes(product))

export type App = ReturnType<typeof createApp>
