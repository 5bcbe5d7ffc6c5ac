import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { textOf } from '../../../contract/textOf.ts'
import { FeedAddress } from '../../../contract/users.ts'
import { getFeedAddress, removeFeedAddress, renewFeedAddress, writeFeed } from '../../../services/dashboard/feed.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { REVALIDATED } from '../../plugins/revalidation.ts'

const ATOM = 'application/atom+xml'
const JSON_FEED = 'application/feed+json'
const responses = { 200: FeedAddress, ...failures('unauthenticated', 'forbidden', 'rate-limited', 'unavailable') }

export const feedsRoutes = (product: Product) =>
  new Elysia({ name: 'routes.feeds', tags: ['feeds'] })
    .use(auth(product))
    .get('/users/me/feed-address', ({ user }) => getFeedAddress(product, user), {
      role: 'user',
      scope: 'never',
      response: responses,
      detail: { summary: 'Get the secret address of the caller’s feed' },
    })
    .post('/users/me/feed-address', ({ user }) => renewFeedAddress(product, user), {
      role: 'user',
      scope: 'never',
      response: responses,
      detail: {
        summary: 'Switch the feed on, or give it a new address',
        description: 'The address before is not valid any more.',
      },
    })
    .delete('/users/me/feed-address', ({ user }) => removeFeedAddress(user), {
      role: 'user',
      scope: 'never',
      response: responses,
      detail: { summary: 'Switch the feed off' },
    })
    .get(
      '/feeds/:file',
      async ({ params, set }) => {
        const [, key = '', format] = /^([\w-]+)\.(atom|json)$/.exec(params.file) ?? []
        const isJson = format === 'json'
        const feed = await writeFeed(product, { key, format: isJson ? 'json' : 'atom' })
        set.headers['cache-control'] = REVALIDATED
        set.headers['content-type'] = `${isJson ? JSON_FEED : ATOM}; charset=utf-8`
        return feed
      },
      {
        role: 'public',
        params: t.Object({
          file: t.String({ maxLength: 100, description: 'The key of the feed, and “.atom” or “.json”.' }),
        }),
        response: { 200: textOf(ATOM, JSON_FEED), ...failures('not-found') },
        detail: {
          summary: 'The newest cards of a reader as an Atom feed or a JSON Feed',
          description: 'The address is secret: whoever has it can read the feed without sign-in.',
        },
      },
    )
