import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { textOf } from '../../../contract/textOf.ts'
import { FeedAddress } from '../../../contract/users.ts'
import { getFeedAddress, removeFeedAddress, renewFeedAddress, writeFeed } from '../../../services/dashboard/feed.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { REVALIDATED } from '../../plugins/revalidation.ts'

const responses = { 200: FeedAddress, ...failures('unauthenticated', 'forbidden', 'rate-limited', 'unavailable') }

export const feedsRoutes = (product: Product) =>
  new Elysia({ name: 'routes.feeds', tags: ['feeds'] })
    .use(auth(product))
    .get('/users/me/feed-address', ({ user }) => getFeedAddress(product, user), {
      role: 'user',
      response: responses,
      detail: { summary: 'Get the secret address of the caller’s Atom feed' },
    })
    .post('/users/me/feed-address', ({ user }) => renewFeedAddress(product, user), {
      role: 'user',
      response: responses,
      detail: {
        summary: 'Switch the Atom feed on, or give it a new address',
        description: 'The address before is not valid any more.',
      },
    })
    .delete('/users/me/feed-address', ({ user }) => removeFeedAddress(user), {
      role: 'user',
      response: responses,
      detail: { summary: 'Switch the Atom feed off' },
    })
    .get(
      '/feeds/:file',
      async ({ params, set }) => {
        const xml = await writeFeed(product, /^([\w-]+)\.atom$/.exec(params.file)?.[1] ?? '')
        set.headers['cache-control'] = REVALIDATED
        set.headers['content-type'] = 'application/atom+xml; charset=utf-8'
        return xml
      },
      {
        role: 'public',
        params: t.Object({ file: t.String({ maxLength: 100, description: 'The key of the feed, and “.atom”.' }) }),
        response: { 200: textOf('application/atom+xml'), ...failures('not-found') },
        detail: {
          summary: 'The newest cards of a reader as an Atom feed',
          description: 'The address is secret: whoever has it can read the feed without sign-in.',
        },
      },
    )
