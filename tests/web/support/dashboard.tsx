import { screen, within } from '@testing-library/react'
import { Elysia } from 'elysia'
import type { CategoryInput } from '#api/contract/categories.ts'
import type { Dashboard as Day } from '#api/contract/dashboard.ts'
import type { ItemInput } from '#api/contract/readingList.ts'
import { outlineOf, sampleItem, sampleUser } from '#tests/support/samples.ts'
import type { Whereabouts } from '#api/contract/whereabouts.ts'
import type { CatchUp } from '#api/contract/taste.ts'
import type { User, UserChanges } from '#api/contract/users.ts'
import { makeCard, makeDay } from './days.ts'
import { renderPage } from './renderPage.tsx'
import { Dashboard } from '#web/pages/Dashboard/Dashboard.tsx'

interface Options {
  days?: Record<string, Day>
  user?: User
  path?: string
  /** Answers to the question where a paper went, by what is asked. */
  whereabouts?: Record<string, Whereabouts>
  /** The answer to the first request of the catch-up list; the next ones contain no cards. */
  catchUp?: CatchUp
  /** Requests that fail, as "GET /path". The test may change the set at any time. */
  failing?: Set<string>
}

/** Renders the dashboard with an in-memory API that records GET requests in `reads` and all others in `calls`. */
export async function openDashboard({
  days = {},
  user = sampleUser,
  path = '/dashboard',
  whereabouts = {},
  catchUp = { since: null, days: [], papers: 0, minutes: 0, cards: [] },
  failing,
}: Options) {
  const calls: string[] = []
  const reads: string[] = []
  let me = user
  /** Changes to the reading list so far: paper id -> item id, or null after its removal. */
  const listChanges = new Map<string, string | null>()
  const applyListChanges = (day: Day): Day => {
    const cards = day.cards.map((card) => {
      const item = listChanges.get(card.paper.id)
      if (item === undefined) return card
      return { ...card, state: { ...card.state, saved: item !== null, saved_item_id: item ?? undefined } }
    })
    return { ...day, cards, outline: outlineOf(cards) }
  }
  const paperOf = (item: string) =>
    Object.values(days)
      .flatMap(({ cards }) => cards)
      .find(({ state }) => state.saved_item_id === item)?.paper.id ?? ''
  const app = new Elysia({ prefix: '/api' })
    .onBeforeHandle(({ path: requestPath, request, set, body }) => {
      const name = `${request.method} ${decodeURIComponent(decodeURIComponent(requestPath.replace('/api', '')))}`
      if (request.method === 'GET') reads.push(name)
      else calls.push(body === undefined ? name : `${name} ${JSON.stringify(body)}`)
      if (!failing?.has(name)) return
      set.status = 500
      return { error: { code: 'internal', message: 'Something went wrong on our side.', request_id: 'r-9' } }
    })
    .get('/users/me/dashboard', ({ query }) => {
      const day = applyListChanges(days[String(query['day'] ?? '2026-11-20')] ?? makeDay([]))
      return { ...day, cards: day.cards.slice(0, Number(query['first'])) }
    })
    .get('/users/me/dashboard/cards', ({ query }) => {
      const ids = [query['paper_ids']].flat()
      const { cards } = days[String(query['day'])] ?? makeDay([])
      return { items: cards.filter(({ paper }) => ids.includes(paper.id)), total: ids.length }
    })
    .get('/users/me/dashboard/days', ({ query }) => {
      const month = String(query['month'])
      const items = Object.entries(days)
        .filter(([on, { outline }]) => on.startsWith(month) && outline.length > 0)
        .map(([on, { outline }]) => ({
          on,
          papers: outline.length,
          unseen: outline.filter(({ state }) => !state.seen).length,
        }))
      return { month, items, total: items.length }
    })
    .get('/users/me/ledger/:day/:where', ({ params }) => ({
      ...params,
      items: [{ ...makeCard(8).paper, title: 'Muted lantern', title_segments: [{ text: 'Muted lantern' }] }],
      total: 1,
    }))
    .get('/users/me/catch-up', () =>
      reads.filter((name) => name === 'GET /users/me/catch-up').length === 1 ? catchUp : { ...catchUp, cards: [] },
    )
    .get('/users/me/start-papers', () => ({ items: [1, 2].map((rank) => makeCard(rank).paper), total: 2 }))
    .post('/users/me/import', () => ({
      papers: [1, 2].map((rank) => makeCard(rank).paper),
      fetching: ['2511.01234'],
      unknown: ['a lamp'],
    }))
    .get('/users/me/whereabouts', ({ query }) => {
      const ref = String(query['ref'])
      return whereabouts[ref] ?? { ref, fate: 'not_in_library' }
    })
    .post('/papers/:id/click', () => ({ clicks: 1 }))
    .post('/papers/:id/view', () => ({ view_seconds: 1 }))
    .post('/papers/email-opened', () => ({ opened: true, first: true }))
    .put('/papers/:id/feedback', () => ({ seen: true }))
    .post('/users/me/reading-list', ({ body }) => {
      const { paper_id, notes = '' } = body as ItemInput
      listChanges.set(paper_id, 'item-5')
      return { ...sampleItem, id: 'item-5', notes }
    })
    .get('/users/me/reading-list', () => {
      const cards = Object.values(days).flatMap((day) => applyListChanges(day).cards)
      const items = cards.flatMap(({ paper, state }) => (state.saved ? [{ ...sampleItem, paper }] : []))
      return { items, total: items.length, skip: 0, limit: 3, counts: { to_read: items.length, reading: 0, done: 0 } }
    })
    .get('/users/me/reading-list/:id', ({ params }) => ({ ...sampleItem, id: params.id }))
    .delete('/users/me/reading-list/:id', ({ params, set }) => {
      listChanges.set(paperOf(params.id), null)
      set.status = 204
    })
    .post('/users/me/reading-list/:id/restore', ({ params }) => {
      listChanges.set(paperOf(params.id), params.id)
      return { ...sampleItem, id: params.id }
    })
    .post('/admin/load-samples', ({ set }) => {
      set.status = 202
      return { id: 'job-1' }
    })
    .get('/categories', () => ({
      items: ['cs.LG', 'cs.CL'].map((id) => ({
        id,
        name: id === 'cs.CL' ? 'Computation and Language' : 'Machine Learning',
        group: 'Computer Science',
        description: '',
        aliases: id === 'cs.CL' ? ['NLP'] : [],
        daily_volume: 120,
        kind: 'taxonomy' as const,
        owned: false,
      })),
      total: 2,
    }))
    .post('/categories', ({ body }) => ({ ...(body as CategoryInput), id: `journal.${(body as CategoryInput).issn}` }))
    .get('/auth/me', () => me)
    .put('/users/me', ({ body }) => {
      const changes = body as UserChanges
      me = {
        ...me,
        category_ids: changes.category_ids ?? me.category_ids,
        interests: { ...me.interests, ...changes.interests },
        preferences: {
          ...me.preferences,
          reading: { ...me.preferences.reading, ...changes.preferences?.reading },
        },
        onboarded: true,
      }
      return me
    })
    .get('/config', () => ({
      version: 'test',
      firebase: { project_id: 'demo', api_key: 'demo', auth_domain: 'localhost' },
      features: { demo_accounts: true, outbox_page: false, sample_library: true },
    }))
  const view = await renderPage(<Dashboard />, { api: app, path, user })
  return { ...view, calls, reads, address: () => view.router.state.location.search }
}

export const friday = makeDay([
  makeCard(1),
  makeCard(2, { seen: true }, ['cs.CL']),
  makeCard(3, { saved: true, saved_item_id: 'item-3' }),
])
export const thursday = makeDay([makeCard(7)], { day: '2026-11-19', previous_day: undefined, next_day: '2026-11-20' })
export const days = { '2026-11-20': friday, '2026-11-19': thursday }
export const empty = (freshness: Partial<Day['freshness']>) => ({
  '2026-11-20': makeDay([], { freshness: { ...friday.freshness, ...freshness } }),
})
export const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('link', { name: /^Lantern/ }).textContent)
