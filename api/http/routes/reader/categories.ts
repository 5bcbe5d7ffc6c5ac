import { Elysia, t } from 'elysia'
import { Category, CategoryInput, CategoryList } from '../../../contract/categories.ts'
import { failures } from '../../../contract/errors.ts'
import { createCategory, deleteCategory, listCategories } from '../../../services/ingestion/categories.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

export const categoriesRoutes = (product: Product) =>
  new Elysia({ name: 'routes.categories', prefix: '/categories', tags: ['categories'] })
    .use(auth(product))
    .get('/', async ({ findCaller }) => listCategories((await findCaller())?.user._id ?? null), {
      role: 'public',
      response: { 200: CategoryList },
      detail: {
        summary: 'List the categories, ordered by group',
        description: "Includes the caller's own topics if the caller is signed in.",
      },
    })
    .post(
      '/',
      async ({ body, user, set }) => {
        const category = await createCategory(product, user, body)
        set.status = 201
        return category
      },
      {
        role: 'user',
        body: CategoryInput,
        response: {
          201: Category,
          ...failures('unauthenticated', 'forbidden', 'conflict', 'invalid-input', 'unavailable'),
        },
        detail: {
          summary: 'Create a topic, or as an admin a shared category',
          description:
            'A topic is a saved search and requires `query`: papers that have all its words join the daily cards of the ' +
            'caller, who follows it from then on. It has the papers of the last 30 days at once. With `source_codes` ' +
            '(admins only) the category is shared. 503 while the search index is being built.',
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
