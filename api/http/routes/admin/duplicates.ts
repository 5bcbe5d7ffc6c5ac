import { Elysia } from 'elysia'
import { DuplicateList, DuplicatesQuery, JoinInput, PapersOfRecords, PartInput } from '../../../contract/duplicates.ts'
import { failures } from '../../../contract/errors.ts'
import { joinByHand, listDuplicates, partByHand } from '../../../services/joining/duplicates.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')

export const adminDuplicatesRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminDuplicates', prefix: '/admin/duplicates', tags: ['pipeline'] })
    .use(auth(product))
    .get('', ({ query }) => listDuplicates(query), {
      role: 'admin',
      scope: 'admin:read',
      query: DuplicatesQuery,
      response: { 200: DuplicateList, ...denied, ...failures('invalid-input') },
      detail: {
        summary: 'List records that were joined into one paper, or links that were not believed, newest first',
        description: 'A link that was not believed joins nothing, and is forgotten after 90 days.',
      },
    })
    .post('/join', ({ user, body }) => joinByHand(user, body.ids), {
      role: 'admin',
      scope: 'admin:write',
      body: JoinInput,
      response: { 200: PapersOfRecords, ...denied, ...failures('not-found', 'conflict', 'invalid-input') },
      detail: {
        summary: 'Make records one paper',
        description: 'It has the id of the record that was stored first. Nothing of readers is lost.',
      },
    })
    .post('/part', ({ user, body }) => partByHand(user, body), {
      role: 'admin',
      scope: 'admin:write',
      body: PartInput,
      response: { 200: PapersOfRecords, ...denied, ...failures('not-found', 'invalid-input') },
      detail: {
        summary: 'Make records of a paper another paper, or never join them',
        description: 'No rule joins them again. Items of reading lists go back to what they were.',
      },
    })
