import { Elysia } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import {
  CatchUp,
  ImportInput,
  ImportResult,
  StartPapers,
  Taste,
  TasteChanges,
  TastePreview,
  TastePreviewInput,
} from '../../../contract/taste.ts'
import { cleanInterests } from '../../../services/accounts/cleanInterests.ts'
import { importStart } from '../../../services/imports/import.ts'
import { listStartPapers } from '../../../services/taste/startPapers.ts'
import type { Product } from '../../../services/product.ts'
import { getCatchUp } from '../../../services/dashboard/catchUp.ts'
import { changeTaste, getTaste, previewTaste, resetTaste } from '../../../services/taste/tastePage.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden', 'invalid-input')

export const tasteRoutes = (product: Product) =>
  new Elysia({ name: 'routes.taste', prefix: '/users/me', tags: ['taste'] })
    .use(auth(product))
    .get('/taste', ({ user }) => getTaste(user), {
      role: 'user',
      scope: 'day:read',
      response: { 200: Taste, ...denied },
      detail: { summary: 'What the ranking believes of the caller, and why' },
    })
    .put('/taste', ({ body, user }) => changeTaste(user, body), {
      role: 'user',
      scope: 'never',
      body: TasteChanges,
      response: { 200: Taste, ...denied },
      detail: {
        summary: 'Correct the ranking',
        description: '`adjustments` replaces all corrections; `reset_at: null` takes a reset back.',
      },
    })
    .post('/taste/reset', ({ user }) => resetTaste(user), {
      role: 'user',
      scope: 'never',
      response: { 200: Taste, ...denied },
      detail: {
        summary: 'Forget all actions up to now',
        description: 'Saves, likes and clicks stay; the ranking does not learn from them any more.',
      },
    })
    .post(
      '/taste/preview',
      ({ body: { adjustments, ...mutes }, user }) =>
        previewTaste(user, { adjustments, ...cleanInterests(mutes, user.interests) }),
      {
        role: 'user',
        scope: 'day:read',
        body: TastePreviewInput,
        response: { 200: TastePreview, ...denied },
        detail: { summary: 'The first cards of the newest day as they would stand with these corrections and mutes' },
      },
    )
    .get('/catch-up', ({ user }) => getCatchUp(user), {
      role: 'user',
      scope: 'day:read',
      response: { 200: CatchUp, ...denied },
      detail: { summary: 'The best cards of the missed days, within the reading budget' },
    })
    .post('/import', ({ body, user }) => importStart(product, user, body), {
      role: 'user',
      scope: 'never',
      body: ImportInput,
      response: { 200: ImportResult, ...denied },
      detail: { summary: 'Give the ranking papers, a name or topics to start from' },
    })
    .get('/start-papers', ({ user }) => listStartPapers(user), {
      role: 'user',
      scope: 'day:read',
      response: { 200: StartPapers, ...denied },
      detail: { summary: 'Eight papers, different from each other, to rate as a start' },
    })
