import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import type { PaperDetails } from '#api/contract/papers.ts'
import { sampleCard, sampleItem, samplePaper, sampleUser } from '#tests/support/samples.ts'
import { failing } from '#tests/web/support/failing.ts'
import { item, listApi } from '#tests/web/support/listApi.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Admin } from '#web/pages/Admin/Admin.tsx'
import { FeedsRow } from '#web/pages/Profile/FeedsRow.tsx'
import { Profile } from '#web/pages/Profile/Profile.tsx'
import { PaperPage } from '#web/pages/Paper/Paper.tsx'
import { ReadingList } from '#web/pages/ReadingList/ReadingList.tsx'
import { Search } from '#web/pages/Search/Search.tsx'
import { admin, adminApi } from './adminApi.ts'

const retryBeside = (text: RegExp) =>
  within(screen.getByText(text).parentElement!).getByRole('button', { name: /^Try again/ })

/** Opens a page of which one call fails, and checks that it says `text` and that the retry shows the part. */
async function expectLine(
  page: ReactNode,
  { api, path, says, part }: { api: ReturnType<typeof failing>; path: string; says: RegExp; part: () => unknown },
) {
  const { person } = await renderPage(page, { api, path })
  await screen.findByText(says)
  expect(part()).toBeNull()
  api.heal()
  await person.click(retryBeside(says))
  await waitFor(() => expect(part()).not.toBeNull())
  expect(screen.queryByText(says)).toBeNull()
}

describe('a part whose call fails says so, and comes with a retry:', () => {
  test('the feeds', async () => {
    const api = new Elysia({ prefix: '/api' })
      .get('/users/me/feeds', () => ({ items: [], total: 0 }))
      .get('/categories', () => ({ items: [], total: 0 }))
      .get('/users/me/reading-list/tags', () => ({ items: [], total: 0 }))
    await expectLine(<FeedsRow />, {
      api: failing(api, '/feeds'),
      path: '/profile',
      says: /^The list of your feeds could not be loaded\. The database does not answer\./,
      part: () => screen.queryByRole('button', { name: 'Create an address' }),
    })
  })

  test('the state of the mail', async () => {
    const returned = { cause: 'mailbox-disabled', reason: 'Over quota.', since: '2026-11-18T05:00:00.000Z' }
    const api = new Elysia({ prefix: '/api' })
      .get('/auth/me', () => sampleUser)
      .get('/users/me/mail', () => ({ returned, unsubscribed_at: null, digest: null }))
    await expectLine(<Profile />, {
      api: failing(api, '/users/me/mail'),
      path: '/profile',
      says: /^Whether mail reaches you could not be loaded/,
      part: () => screen.queryByText(/came back/),
    })
  })

  test('the tags of the reading list', async () => {
    const { app } = listApi([item(1, { tags: ['lab'] })])
    await expectLine(<ReadingList />, {
      api: failing(app, '/tags'),
      path: '/reading-list',
      says: /^Your tags could not be loaded/,
      part: () => screen.queryByRole('combobox', { name: 'Tag' }),
    })
  })

  test('the categories and followed searches before a search', async () => {
    const topic = { id: 'search-lantern', name: 'Search: lantern', query: 'lantern', kind: 'topic', owned: true }
    const api = new Elysia({ prefix: '/api' })
      .get('/auth/me', () => ({ ...sampleUser, category_ids: ['cs.LG', topic.id] }))
      .get('/categories', () => ({ items: [topic], total: 1 }))
      .get('/papers/today', () => ({ items: [], announced_on: null, sample: false }))
    await expectLine(<Search />, {
      api: failing(api, '/categories'),
      path: '/search',
      says: /^Your categories and searches could not be loaded/,
      part: () => screen.queryByRole('link', { name: 'lantern' }),
    })
    expect(screen.queryByText(topic.id)).toBeNull()
  })

  test('a call that the server limits can be repeated after the time that it names', async () => {
    const api = new Elysia({ prefix: '/api' })
    await renderPage(<FeedsRow />, { api: failing(api, '/feeds', 429), path: '/profile' })
    await screen.findByText(/could not be loaded\. Too many requests\./)
    expect(screen.getByRole('button', { name: 'Try again in 20 s' })).toHaveProperty('disabled', true)
  })
})

describe('what could not be loaded is not replaced by something else:', () => {
  test('rows of another tab of the reading list', async () => {
    const { app } = listApi([item(1), item(2, { status: 'done' })])
    const api = failing(app, '/reading-list')
    api.heal()
    const { person } = await renderPage(<ReadingList />, { api, path: '/reading-list?item=none' })
    await screen.findByRole('article', { name: 'Paper 1' })
    api.fail()
    await person.click(screen.getByRole('button', { name: 'Done 1' }))
    await screen.findByText('The database does not answer.')
    expect(screen.queryAllByRole('article').length).toBe(0)
    api.heal()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('article', { name: 'Paper 2' })
  })

  test('mails in another state', async () => {
    const api = failing(adminApi().app, '/admin/outbox')
    api.heal()
    const { person } = await renderPage(<Admin />, { api, path: '/admin?tab=email', user: admin })
    const section = within(await screen.findByRole('region', { name: 'Outbox' }))
    await section.findByRole('table')
    api.fail()
    await person.click(section.getByRole('combobox', { name: 'State' }))
    await person.click(await screen.findByRole('option', { name: 'Failed' }))
    await section.findByText('The database does not answer.')
    expect(section.queryAllByRole('table').length).toBe(0)
  })

  test('the paper before', async () => {
    const state = { ...sampleCard.state, saved: false }
    const paper = (id: string): PaperDetails => ({ ...samplePaper, id, versions: [], state })
    const api = new Elysia({ prefix: '/api' })
      .get('/auth/me', () => sampleUser)
      .get('/papers/:id', ({ params }) => paper(decodeURIComponent(params.id)))
      .get('/users/me/reading-list/tags', () => ({ items: [], total: 0 }))
      .get('/users/me/reading-list/:id', () => sampleItem)
    const { router } = await renderPage(<PaperPage />, {
      api: failing(api, '0002'),
      path: '/paper/arxiv:2611.10001',
      route: '/paper/*',
    })
    await screen.findByRole('heading', { level: 1, name: /^Counting lanterns/ })
    await router.navigate('/paper/arxiv:2611.10002')
    await screen.findByText('The database does not answer.')
    expect(router.state.location.pathname).toBe('/paper/arxiv:2611.10002')
  })
})

test('the overview says nothing about what it could not load', async () => {
  for (const [call, claim] of [
    ['/admin/jobs', 'None failed recently'],
    ['/admin/email-config', /Not set up|Mail is on/],
  ] as const) {
    const { unmount } = await renderPage(<Admin />, {
      api: failing(adminApi().app, call),
      path: '/admin?tab=overview',
      user: admin,
    })
    await screen.findByText(call === '/admin/jobs' ? 'Could not load' : 'Settings not loaded')
    await screen.findByText(/^The database is slow since /)
    expect(screen.queryByText(claim)?.textContent).toBeUndefined()
    unmount()
  }
})

test('a list that could not be refreshed stays, and says so', async () => {
  const api = failing(adminApi().app, '/admin/users')
  api.heal()
  const { person } = await renderPage(<Admin />, { api, path: '/admin?tab=users', user: admin })
  await screen.findByText('Ada Linde')
  api.fail()
  await person.click(screen.getAllByRole('button', { name: /^Disable/ })[0]!)
  await person.click(await screen.findByRole('button', { name: 'Disable Ada Linde' }))
  await screen.findByText(/^The list of users could not be refreshed\./)
  await screen.findByText('Ada Linde')
})
