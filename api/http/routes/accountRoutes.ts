import { Elysia } from 'elysia'
import type { Product } from '../../services/product.ts'
import { connectionsRoutes } from './reader/connections.ts'
import { ereaderRoutes } from './reader/ereader.ts'
import { tokensRoutes } from './reader/tokens.ts'
import { usersRoutes } from './reader/users.ts'
import { zoteroRoutes } from './reader/zotero.ts'

/** The routes about the account of the caller. */
export const accountRoutes = (product: Product) =>
  new Elysia({ name: 'routes.account' })
    .use(usersRoutes(product))
    .use(tokensRoutes(product))
    // Before those with the kind of a connection in the address.
    .use(zoteroRoutes(product))
    .use(ereaderRoutes(product))
    .use(connectionsRoutes(product))
