import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { StrandChange, StrandMerge, Strands, StrandsInput, StrandsQuery } from '../../../contract/strands.ts'
import type { Product } from '../../../services/product.ts'
import {
  changeStrand,
  listStrands,
  mergeStrands,
  removeStrand,
  replaceStrands,
  splitStrand,
} from '../../../services/taste/strands.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden', 'invalid-input')
const unknown = failures('unauthenticated', 'forbidden', 'invalid-input', 'not-found')
const params = t.Object({ id: t.String({ minLength: 1, maxLength: 40 }) })

export const strandRoutes = (product: Product) =>
  new Elysia({ name: 'routes.strands', prefix: '/users/me/strands', tags: ['taste'] })
    .use(auth(product))
    .get('', ({ user, query }) => listStrands(user, query), {
      role: 'user',
      scope: 'day:read',
      query: StrandsQuery,
      response: { 200: Strands, ...denied },
      detail: {
        summary: 'The caller’s interests, those kept apart and those proposed',
        description: 'What is kept apart holds from the next list on. A proposal has no effect on any list.',
      },
    })
    .put('', ({ body, user }) => replaceStrands(user, body), {
      role: 'user',
      scope: 'never',
      body: StrandsInput,
      response: { 200: Strands, ...denied },
      detail: { summary: 'Replace the interests that are kept apart, to keep proposed ones or to take a change back' },
    })
    .put('/:id', ({ params: { id }, body, user }) => changeStrand(user, id, body), {
      role: 'user',
      scope: 'never',
      params,
      body: StrandChange,
      response: { 200: Strands, ...unknown },
      detail: { summary: 'Name, pause or weigh an interest, and move papers into it or out of it' },
    })
    .delete('/:id', ({ params: { id }, user }) => removeStrand(user, id), {
      role: 'user',
      scope: 'never',
      params,
      response: { 200: Strands, ...unknown },
      detail: { summary: 'Keep an interest apart no longer' },
    })
    .post('/:id/merge', ({ params: { id }, body, user }) => mergeStrands(user, id, body.strand_id), {
      role: 'user',
      scope: 'never',
      params,
      body: StrandMerge,
      response: { 200: Strands, ...unknown },
      detail: { summary: 'Merge another interest into this one' },
    })
    .post('/:id/split', ({ params: { id }, user }) => splitStrand(user, id), {
      role: 'user',
      scope: 'never',
      params,
      response: { 200: Strands, ...unknown, ...failures('conflict') },
      detail: { summary: 'Part an interest into the two groups that differ most' },
    })
