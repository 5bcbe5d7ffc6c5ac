import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { FeedAddress, FeedInput, OwnFeed, OwnFeeds } from '../../../contract/feeds.ts'
import { OWN_FEEDS_MAX } from '../../../contract/limits.ts'
import { textOf } from '../../../contract/stringSchemas.ts'
import { writeFeed } from '../../../services/dashboard/writeFeed.ts'
import {
  endFeed,
  getDayAddress,
  listFeeds,
  makeFeed,
  removeDayAddress,
  renewDayAddress,
  renewFeedAddress,
} from '../../../services/dashboard/ownFeeds.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { REVALIDATED } from '../../plugins/revalidation.ts'

const ATOM = 'application/atom+xml'
const JSON_FEED = 'application/feed+json'
const FeedPath = t.Object({ id: t.String({ minLength: 1, maxLength: 64 }) })
const access = ['unauthenticated', 'forbidden', 'rate-limited', 'unavailable'] as const
const ofDay = { 200: FeedAddress, ...failures(...access) }

export const feedsRoutes = (product: Product) =>
  new Elysia({ name: 'routes.feeds', tags: ['feeds'] })
    .use(auth(product))
    .get('/users/me/feeds', ({ user }) => listFeeds(product, user), {
      role: 'user',
      scope: 'never',
      response: { 200: OwnFeeds, ...failures(...access) },
      detail: { summary: 'List the feeds of the caller with their secret addresses' },
    })
    .post(
      '/users/me/feeds',
      async ({ user, body, set }) => {
        const { feed, created } = await makeFeed(product, user, body)
        set.status = created ? 201 : 200
        return feed
      },
      {
        role: 'user',
        scope: 'never',
        body: FeedInput,
        response: { 200: OwnFeed, 201: OwnFeed, ...failures(...access, 'conflict', 'invalid-input') },
        detail: {
          summary: 'Make a feed of the days, of a followed category or topic, or of a tag',
          description: `200 with the one that there is already. At most ${OWN_FEEDS_MAX} for each user.`,
        },
      },
    )
    .post('/users/me/feeds/:id/renew', ({ user, params }) => renewFeedAddress(product, user, params.id), {
      role: 'user',
      scope: 'never',
      params: FeedPath,
      response: { 200: OwnFeed, ...failures(...access, 'not-found') },
      detail: { summary: 'Give a feed a new address', description: 'The address before is not valid any more.' },
    })
    .delete(
      '/users/me/feeds/:id',
      async ({ user, params, set }) => {
        await endFeed(user, params.id)
        set.status = 204
        return ''
      },
      {
        role: 'user',
        scope: 'never',
        params: FeedPath,
        response: { 204: t.String({ maxLength: 0 }), ...failures(...access, 'not-found') },
        detail: { summary: 'End a feed: nothing can be read under its address any more' },
      },
    )
    .get('/users/me/feed-address', ({ user }) => getDayAddress(product, user), {
      role: 'user',
      scope: 'never',
      response: ofDay,
      detail: { summary: 'Get the secret address of the feed of the caller’s days' },
    })
    .post('/users/me/feed-address', ({ user }) => renewDayAddress(product, user), {
      role: 'user',
      scope: 'never',
      response: { ...ofDay, ...failures('conflict') },
      detail: {
        summary: 'Switch the feed of the days on, or give it a new address',
        description: 'The address before is not valid any more.',
      },
    })
    .delete('/users/me/feed-address', ({ user }) => removeDayAddress(user), {
      role: 'user',
      scope: 'never',
      response: ofDay,
      detail: { summary: 'Switch the feed of the days off' },
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
        response: { 200: textOf(ATOM, JSON_FEED), ...failures('not-found', 'gone') },
        detail: {
          summary: 'The newest papers of a feed as an Atom feed or a JSON Feed',
          description:
            'The address is secret: whoever has it can read the feed without sign-in. 410 while its reader does not ' +
            'follow its category or topic, or has no paper with its tag.',
        },
      },
    )
