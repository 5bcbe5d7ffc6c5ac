import { Elysia, t } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { ExportQuery, ListFile, SelectionExport } from '../../../contract/citations.ts'
import {
  ChangedItems,
  CitingList,
  CitingQuery,
  Item,
  ItemChanges,
  ItemIds,
  ItemInput,
  ReadingFilter,
  ReadingList,
  ReadingListQuery,
  SelectionChange,
  TagList,
} from '../../../contract/readingList.ts'
import { ListImport, ListImportInput } from '../../../contract/listImport.ts'
import type { Product } from '../../../services/product.ts'
import {
  changeOnList,
  getReadingItem,
  getReadingList,
  removeFromList,
  restoreToList,
  saveToList,
} from '../../../services/readingList/readingList.ts'
import { getListImport, importToList } from '../../../services/imports/importList.ts'
import { listCiting } from '../../../services/readingList/citedSince.ts'
import { changeSelection, listItemIds } from '../../../services/readingList/selection.ts'
import { listTags } from '../../../services/readingList/readingTags.ts'
import { exportList } from '../../../services/readingList/takeOut.ts'
import { sendFile } from '../../sendFile.ts'
import { auth } from '../../plugins/auth.ts'
import { limitsOf } from '../../plugins/limiters.ts'

const ItemPath = t.Object({ id: t.String({ minLength: 1, maxLength: 80 }) })
const denied = failures('unauthenticated', 'forbidden', 'invalid-input')
const missing = { ...denied, ...failures('not-found') }

export const readingListRoutes = (product: Product) =>
  new Elysia({ name: 'routes.readingList', prefix: '/users/me/reading-list', tags: ['reading list'] })
    .use(auth(product))
    .get('', ({ query, user }) => getReadingList(user, query), {
      role: 'user',
      scope: 'list:read',
      query: ReadingListQuery,
      response: { 200: ReadingList, ...denied },
      detail: { summary: 'List the saved papers', description: 'Newest first by default.' },
    })
    .post(
      '',
      async ({ body, user, set }) => {
        const { item, created } = await saveToList(user, body)
        set.status = created ? 201 : 200
        return item
      },
      {
        role: 'user',
        scope: 'list:write',
        body: ItemInput,
        response: { 200: Item, 201: Item, ...missing },
        detail: {
          summary: 'Save a paper to the reading list',
          description: 'If the paper is already on the list, returns 200 with the unchanged item.',
        },
      },
    )
    .get('/:id/citations', ({ params, query, user }) => listCiting(user, params.id, query), {
      role: 'user',
      scope: 'list:read',
      params: ItemPath,
      query: CitingQuery,
      response: { 200: CitingList, ...missing },
      detail: {
        summary: 'List the new papers that cite a saved one since it was saved, newest first',
        description:
          'Empty while no source of citations is on. The source is asked about once a week, once for all readers.',
      },
    })
    .get('/export', async ({ query, user, set }) => sendFile(set, await exportList(product, user, query)), {
      role: 'user',
      scope: 'list:read',
      query: ExportQuery,
      response: { 200: ListFile, ...denied },
      detail: {
        summary: 'Export the reading list or a part of it as a file',
        description:
          'The items that the list shows with the same filters, in the same order. With tags as keywords and notes; ' +
          'CSV, JSON and Markdown contain the status, too. The name of the file says which part it is.',
      },
    })
    .post('/export', async ({ body, user, set }) => sendFile(set, await exportList(product, user, body)), {
      role: 'user',
      scope: 'list:read',
      body: SelectionExport,
      response: { 200: ListFile, ...denied },
      detail: {
        summary: 'Export a selection of the reading list as a file',
        description: 'For more ids than an address can have. Changes nothing.',
      },
    })
    .get('/ids', ({ query, user }) => listItemIds(user, query), {
      role: 'user',
      scope: 'list:read',
      query: ReadingFilter,
      response: { 200: ItemIds, ...denied },
      detail: { summary: 'The ids of the saved papers that match', description: 'The first 1,000, to select them.' },
    })
    .post('/changes', ({ body, user }) => changeSelection(user, body), {
      role: 'user',
      scope: 'list:write',
      body: SelectionChange,
      response: { 200: ChangedItems, ...denied },
      detail: {
        summary: 'Make one change to several saved papers',
        description:
          'Sets a status, adds or removes a tag, removes or restores. Returns the items that were changed, with the ' +
          'status that they had, so that it can be undone. Safe to repeat.',
      },
    })
    .get('/tags', ({ user }) => listTags(user), {
      role: 'user',
      scope: 'list:read',
      response: { 200: TagList, ...denied },
      detail: { summary: 'The tags on the reading list', description: 'The most used first.' },
    })
    .post(
      '/import',
      ({ body, user }) => {
        limitsOf(product).imports.use(user._id)
        return importToList(product, user, body, () => limitsOf(product).lookUps.use(user._id))
      },
      {
        role: 'user',
        scope: 'list:write',
        body: ListImportInput,
        response: { 200: ListImport, ...missing, ...failures('rate-limited', 'too-large') },
        detail: {
          summary: 'Add the papers of a file to the reading list',
          description:
            'Papers that the library lacks are asked for at their source by a job; the state of the import says how far it is. Added papers get the notes and tags of the file, and the status if it is a JSON export of a reading list. A larger file is sent in parts of at most 2 MB: `more` with all but the last, `continues` with all but the first.',
        },
      },
    )
    .get('/imports/:id', ({ params, user }) => getListImport(user, params.id), {
      role: 'user',
      scope: 'list:read',
      params: ItemPath,
      response: { 200: ListImport, ...missing },
      detail: { summary: 'State of an import', description: 'Kept for 30 days.' },
    })
    .get('/:id', ({ params, user }) => getReadingItem(user, params.id), {
      role: 'user',
      scope: 'list:read',
      params: ItemPath,
      response: { 200: Item, ...missing },
      detail: { summary: 'One item of the list', description: 'The `saved_item_id` of a card is the id of its item.' },
    })
    .put('/:id', ({ params, body, user }) => changeOnList(user, params.id, body), {
      role: 'user',
      scope: 'list:write',
      params: ItemPath,
      body: ItemChanges,
      response: { 200: Item, ...missing, ...failures('conflict') },
      detail: {
        summary: 'Change status, note or tags',
        description: '409 if `version` is not the current one; `current` then contains the current item.',
      },
    })
    .delete(
      '/:id',
      async ({ params, user, set }) => {
        await removeFromList(user, params.id)
        set.status = 204
      },
      {
        role: 'user',
        scope: 'list:write',
        params: ItemPath,
        response: { 204: t.Void(), ...missing },
        detail: { summary: 'Remove a paper from the reading list', description: 'It can be restored for 30 days.' },
      },
    )
    .post('/:id/restore', ({ params, user }) => restoreToList(user, params.id), {
      role: 'user',
      scope: 'list:write',
      params: ItemPath,
      response: { 200: Item, ...missing },
      detail: { summary: 'Restore a removed paper with its note' },
    })
