import { Elysia, t } from 'elysia'
import { Category, CategoryFilter, CategoryInput, CategoryList, FollowableList } from '../../../contract/categories.ts'
import { failures } from '../../../contract/errors.ts'
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts'
import { listCategories } from '../../../services/ingestion/categories.ts'
import { createJournal, findServer, searchFollowables } from '../../../services/ingestion/journals.ts'
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
        query: CategoryFilter,
        response: { 200: CategoryList, ...failures('invalid-input') },
        detail: {
          summary: 'List the categories, ordered by group',
          description: "Includes the journals that the caller follows and the caller's own topics, if signed in.",
        },
      },
    )
    .get(
      '/search',
      async ({ query, user }) => {
        limitsOf(product).journals.use(user._id)
        return searchFollowables(product.sources, user, query.q)
      },
      {
        role: 'user',
        query: t.Object({ q: t.String({ minLength: 1, maxLength: SEARCH_QUERY_MAX }) }),
        response: { 200: FollowableList, ...failures('unauthenticated', 'forbidden', 'invalid-input', 'rate-limited') },
        detail: {
          summary: 'Find what can be followed, by words or ISSN',
          description:
            'Categories first, then journals of Crossref, best first. A source that cannot be asked is in `failures`.',
        },
      },
    )
    .post(
      '/',
      async ({ body, user, set }) => {
        if (body.kind === 'server') return findServer(product.sources, body.prefix)
        if (body.kind === 'journal') {
          limitsOf(product).journals.use(user._id)
          const { category, created } = await createJournal(product.sources, body.issn)
          if (created) set.status = 201
          return category
        }
        set.status = 201
        return createTopic(product, user, body)
      },
      {
        role: 'user',
        body: CategoryInput,
        response: {
          200: Category,
          201: Category,
          ...failures('unauthenticated', 'forbidden', 'conflict', 'invalid-input', 'rate-limited'),
          ...failures('source-unavailable', 'unavailable'),
        },
        detail: {
          summary: 'Create a topic, the category of a journal, or as an admin a shared category',
          description:
            'A topic is a saved search and requires `name` and `query`: papers that have all its words join the daily ' +
            'cards of the caller, who follows it from then on. It has the papers of the last 30 days at once. With ' +
            '`source_codes` (admins only) the category is shared. 503 while the search index is being built. ' +
            'With `kind` "journal" and an `issn`, and with "server" and the DOI `prefix` of a preprint server, answers ' +
            'the shared category: 201 when it is new, 200 when it is there. It is followed by its id in ' +
            '`category_ids` of `PUT /users/me`.',
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
        params: t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) }),
        response: { 204: t.Void(), ...failures('unauthenticated', 'forbidden', 'not-found', 'invalid-input') },
        detail: {
          summary: 'Delete a topic of the caller',
          description: 'The caller then no longer follows it. Cards that were delivered for it stay.',
        },
      },
    )
