import { Elysia, t } from 'elysia'
import { Category, CategoryFilter, CategoryInput, CategoryList, FollowableList } from '../../../contract/categories.ts'
import { failures } from '../../../contract/errors.ts'
import { FOLLOWABLE_MAX, WEB_ADDRESS } from '../../../contract/limits.ts'
import { listCategories } from '../../../services/ingestion/categories.ts'
import { searchFollowables } from '../../../services/ingestion/followables.ts'
import { createFeed } from '../../../services/ingestion/followedFeeds.ts'
import { createVenue } from '../../../services/ingestion/followedVenues.ts'
import { createJournal, findServer } from '../../../services/ingestion/journals.ts'
import { createQuery } from '../../../services/ingestion/queries.ts'
import { createSubject } from '../../../services/ingestion/subjects.ts'
import { createTopic, deleteCategory } from '../../../services/ingestion/topics.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'

export const categoriesRoutes = (product: Product) =>
  new Elysia({ name: 'routes.categories', prefix: '/categories', tags: ['categories'] })
    .use(auth(product))
    .get(
      '/',
      async ({ query, findCaller }) => listCategories(product.sources, (await findCaller())?.user ?? null, query),
      {
        role: 'public',
        scope: 'day:read',
        query: CategoryFilter,
        response: { 200: CategoryList, ...failures('invalid-input') },
        detail: {
          summary: 'List the categories, ordered by group',
          description:
            "Includes the journals, subjects of preprint servers, queries, feeds and venues that the caller follows and the caller's own topics, if signed in.",
        },
      },
    )
    .get(
      '/search',
      async ({ query, user }) => {
        const limits = limitsOf(product)
        limits[WEB_ADDRESS.test(query.q.trim()) ? 'feedSearches' : 'followables'].use(user._id)
        return searchFollowables(product.sources, user, query.q)
      },
      {
        role: 'user',
        scope: 'day:read',
        query: t.Object({ q: t.String({ minLength: 1, maxLength: FOLLOWABLE_MAX }) }),
        response: { 200: FollowableList, ...failures('unauthenticated', 'forbidden', 'invalid-input', 'rate-limited') },
        detail: {
          summary: 'Find what can be followed, by words, ISSN, query or address',
          description:
            'Categories first, then subjects of the preprint server that the words name, journals of Crossref, best first, venues of OpenReview, newest first, and the words as a query of PubMed ' +
            'with its papers a day; for an address the feeds there. A source that cannot be asked is in `failures`.',
        },
      },
    )
    .post(
      '/',
      async ({ body, user, set }) => {
        if (body.kind === 'server') return findServer(product.sources, body.prefix)
        const { category, created } = await create(product, user, body)
        if (created) set.status = 201
        return category
      },
      {
        role: 'user',
        scope: 'never',
        body: CategoryInput,
        response: {
          200: Category,
          201: Category,
          ...failures('unauthenticated', 'forbidden', 'conflict', 'invalid-input', 'rate-limited'),
          ...failures('source-unavailable', 'unavailable'),
        },
        detail: {
          summary:
            'Create a topic, the category of a journal, subject, query, feed or venue, or as an admin a shared category',
          description:
            'A topic is a saved search and requires `name` and `query`: papers that have all its words join the daily ' +
            'cards of the caller, who follows it from then on. It has the papers of the last 30 days at once. With ' +
            '`source_codes` (admins only) the category is shared. 503 while the search index is being built. ' +
            'With `kind` "journal" and an `issn`, with "server" and the DOI `prefix` of a preprint server, with "subject" and the code of a ' +
            '`subject` of one, with "query" and ' +
            'a `query` of PubMed, with "feed" and the `url` of a feed or of a page that names it, and with "venue" and the ' +
            'id of a `venue` of OpenReview, answers the shared category: 201 when it is new, 200 when it is there. It is followed by its id in `category_ids` of ' +
            '`PUT /users/me`.',
        },
      },
    )
    .delete(
      '/:id',
      async ({ params, user, set }) => {
        await deleteCategory(user, params.id)
        set.status = 204
      },
      {
        role: 'user',
        scope: 'never',
        params: t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) }),
        response: { 204: t.Void(), ...failures('unauthenticated', 'forbidden', 'not-found', 'invalid-input') },
        detail: {
          summary: 'Delete a topic of the caller',
          description: 'The caller then no longer follows it. Cards that were delivered for it stay.',
        },
      },
    )

/** Makes the category of one kind, or finds the one that is there. Sources are asked for some kinds, so often as is allowed. */
async function create(
  product: Product,
  user: Parameters<typeof createTopic>[1],
  input: CategoryInput,
): Promise<{ category: Category; created: boolean }> {
  const { sources } = product
  const limits = limitsOf(product)
  switch (input.kind) {
    case 'journal':
      limits.followables.use(user._id)
      return createJournal(sources, input.issn)
    case 'subject':
      limits.followables.use(user._id)
      return createSubject(sources, input.subject)
    case 'query':
      limits.followables.use(user._id)
      return createQuery(sources, input.query)
    case 'feed':
      return createFeed(sources, user, { url: input.url, mayAdd: () => limits.feeds.use(user._id) })
    case 'venue':
      limits.followables.use(user._id)
      return createVenue(sources, user, input.venue)
    default:
      return { category: await createTopic(product, user, input), created: true }
  }
}
