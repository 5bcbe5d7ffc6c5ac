import { Elysia, t } from 'elysia'
import {
  ConnectionInput,
  Connections,
  ConnectionTest,
  SavedConnection,
  TargetPath,
} from '../../../contract/connections.ts'
import { failures } from '../../../contract/errors.ts'
import {
  listConnections,
  removeConnection,
  saveConnection,
  testConnection,
} from '../../../services/connections/connections.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'

/** The services that a reader's day is posted to. Their addresses and tokens are never returned. */
export const connectionsRoutes = (product: Product) =>
  new Elysia({ name: 'routes.connections', prefix: '/users/me/connections', tags: ['users'] })
    .use(auth(product))
    .get('', ({ user }) => listConnections(product, user), {
      role: 'user',
      scope: 'never',
      response: { 200: Connections, ...failures('unauthenticated', 'forbidden', 'rate-limited', 'unavailable') },
      detail: {
        summary: 'List the services that the day of the caller is posted to',
        description: 'Addresses and tokens are write-only: the host and the last four characters are shown.',
      },
    })
    .put(
      '/:kind',
      ({ user, params, body }) => {
        limitsOf(product).connections.use(user._id)
        return saveConnection(product, user, params.kind, body)
      },
      {
        role: 'user',
        scope: 'never',
        params: TargetPath,
        body: ConnectionInput,
        response: {
          200: SavedConnection,
          ...failures('unauthenticated', 'forbidden', 'conflict', 'invalid-input', 'rate-limited', 'unavailable'),
        },
        detail: {
          summary: 'Save the connection of this kind and switch it on',
          description:
            'One of each kind. Without an address the saved values are kept. A new own webhook gets the secret that ' +
            'signs its messages (`webhook-signature`), which is returned only this once.',
        },
      },
    )
    .delete(
      '/:kind',
      async ({ user, params, set }) => {
        await removeConnection(user, params.kind)
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        params: TargetPath,
        response: {
          204: t.String({ maxLength: 0 }),
          ...failures('unauthenticated', 'forbidden', 'not-found', 'rate-limited', 'unavailable'),
        },
        detail: { summary: 'Remove the connection of this kind with all that is kept about it' },
      },
    )
    .post(
      '/:kind/test',
      ({ user, params, body }) => {
        limitsOf(product).connections.use(user._id)
        return testConnection(product, user, params.kind, body ?? undefined)
      },
      {
        role: 'user',
        scope: 'never',
        params: TargetPath,
        body: t.Optional(ConnectionInput),
        response: {
          200: ConnectionTest,
          ...failures('unauthenticated', 'forbidden', 'conflict', 'invalid-input', 'rate-limited', 'unavailable'),
        },
        detail: {
          summary: 'Post a test message with these values, or with the saved ones',
          description: 'Nothing is saved. A refusal by the service is a result with `ok: false`, not an error.',
        },
      },
    )
