import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { Taste as TasteOfUser, TasteChanges, TasteEntry, TastePreviewInput } from '#api/contract/taste.ts'
import type { User, UserChanges } from '#api/contract/users.ts'
import { sampleUser } from '#tests/support/samples.ts'
import { makeCard } from '#tests/web/support/days.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Profile } from '#web/pages/Profile/Profile.tsx'

const entry = (kind: TasteEntry['kind'], text: string, weight: number): TasteEntry => ({
  kind,
  key: text,
  text,
  weight,
  actions: [{ kind: 'save', count: 2 }],
  paper_ids: ['arxiv:2611.90001', 'arxiv:2611.90404'],
})
const learned: TasteOfUser = {
  state: 'trained',
  actions: 41,
  since: '2025-03-03T08:00:00.000Z',
  needed: 0,
  trained_at: '2026-11-20T06:00:00.000Z',
  reset_at: null,
  more: [entry('term', 'night vision', 0.9), entry('author', 'Ines Aldercroft', 0.5)],
  less: [entry('term', 'leaderboard', -0.6)],
  changed: [{ ...entry('term', 'lantern', 0), adjustment: 'forget' }],
  adjustments: [{ kind: 'term', key: 'lantern', action: 'forget' }],
  muted: [{ kind: 'term', text: 'survey', hidden: 1, paper_ids: ['arxiv:2611.90003'] }],
  order: { lists: 18, readers: 1, needed: 60, wins: 11, losses: 7, ties: 4, win_rate: null, interval: null },
}
const reader: User = { ...sampleUser, interests: { ...sampleUser.interests, muted_terms: ['survey'] } }

/** In-memory API of the taste. Records all writes in `calls` and the inputs of previews in `previews`. */
async function open(failing = new Set<string>()) {
  const calls: string[] = []
  const previews: TastePreviewInput[] = []
  let taste = learned
  let user = reader
  const app = new Elysia({ prefix: '/api' })
    .onBeforeHandle(({ path, request, body, set }) => {
      const name = `${request.method} ${path.replace('/api', '')}`
      if (request.method !== 'GET' && !name.endsWith('preview'))
        calls.push(`${name} ${JSON.stringify(body) ?? ''}`.trim())
      if (!failing.has(name)) return
      set.status = 500
      return { error: { code: 'internal', message: 'Something went wrong on our side.', request_id: 'r-9' } }
    })
    .get('/auth/me', () => user)
    .put('/users/me', ({ body }) => {
      user = { ...user, interests: { ...user.interests, ...(body as UserChanges).interests } }
      return user
    })
    .get('/users/me/taste', () => taste)
    .put('/users/me/taste', ({ body }) => (taste = { ...taste, ...(body as TasteChanges) }))
    .get('/users/me/strands', () => ({ items: [], total: 0, rest: { papers: 0, items: [] } }))
    .post('/users/me/taste/reset', () => (taste = { ...taste, actions: 0, reset_at: '2026-11-20T08:00:00.000Z' }))
    .post('/users/me/taste/preview', ({ body }) => {
      previews.push(body as TastePreviewInput)
      // A pin moves the second card to the top.
      const isPinned = (body as TastePreviewInput).adjustments.some(({ action }) => action === 'pin')
      const items = (isPinned ? [2, 1] : [1, 2]).map((rank) => ({ ...makeCard(rank), list_rank: rank }))
      return { day: '2026-11-20', items, total: 2 }
    })
    .get('/papers/:id', ({ params, set }) => {
      const id = decodeURIComponent(params.id)
      if (id !== 'arxiv:2611.90404') return makeCard(Number(id.at(-1))).paper
      set.status = 404
      return { error: { code: 'not-found', message: 'There is no such paper.', request_id: 'r-9' } }
    })
  const view = await renderPage(<Profile />, { api: app, path: '/profile?section=taste', user: reader })
  await screen.findByText('2, as in your list')
  /** Another window pins and mutes. */
  const changeElsewhere = () => {
    taste = { ...taste, adjustments: [...taste.adjustments, { kind: 'term', key: 'tidal kelp', action: 'pin' }] }
    user = { ...user, interests: { ...user.interests, muted_terms: ['survey', 'kites'] } }
  }
  return { ...view, calls, previews, failing, changeElsewhere }
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

type Person = Awaited<ReturnType<typeof open>>['person']

async function change(person: Person, text: string, action: RegExp) {
  await person.click(button(new RegExp(`^(?:Change |\\w+: )${text}$`)))
  await person.click(await screen.findByRole('menuitem', { name: action }))
}
const pins = '[{"kind":"term","key":"lantern","action":"forget"},{"kind":"term","key":"night vision","action":"pin"}]'
const before = '[{"kind":"term","key":"lantern","action":"forget"}]'

const focused = () => document.activeElement?.textContent
const write = (path: string, body: unknown) => `PUT ${path} ${JSON.stringify(body)}`

describe('the taste page', () => {
  test('previews changes without saving them, saves them with "Use this", and takes them back with Undo', async () => {
    const { person, calls, previews } = await open()
    await change(person, 'night vision', /^Raise/)
    await change(person, 'night vision', /^Pin/)
    await change(person, 'Ines Aldercroft', /^Mute/)
    await person.click(button('Unmute survey'))
    expect(await screen.findByText('1, 2 in your list')).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining('1, 2 in your list · matches “night vision”'),
    )
    await waitFor(() =>
      expect(previews.at(-1)).toEqual({
        adjustments: JSON.parse(pins),
        muted_terms: [],
        muted_authors: ['Ines Aldercroft'],
      }),
    )
    expect(screen.getByText('3 changes')).toBeTruthy()
    expect(calls).toEqual([])

    await person.click(button('Use this'))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(calls).toHaveLength(4))
    expect(calls).toEqual([
      `PUT /users/me/taste {"adjustments":${pins}}`,
      'PUT /users/me {"interests":{"muted_terms":[],"muted_authors":["Ines Aldercroft"]}}',
      `PUT /users/me/taste {"adjustments":${before}}`,
      'PUT /users/me {"interests":{"muted_terms":["survey"],"muted_authors":[]}}',
    ])
    expect(await screen.findByText('2, as in your list')).toBeTruthy()
  })

  test('keeps what another window saved meanwhile, also when its own changes are taken back', async () => {
    const { person, calls, changeElsewhere } = await open()
    await change(person, 'night vision', /^Raise/)
    await person.click(button('Unmute survey'))
    changeElsewhere()
    await person.click(button('Use this'))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(calls).toHaveLength(4))
    const kelp = { kind: 'term', key: 'tidal kelp', action: 'pin' }
    const lantern = { kind: 'term', key: 'lantern', action: 'forget' }
    const raised = { kind: 'term', key: 'night vision', action: 'raise' }
    expect(calls).toEqual([
      write('/users/me/taste', { adjustments: [lantern, kelp, raised] }),
      write('/users/me', { interests: { muted_terms: ['kites'], muted_authors: [] } }),
      write('/users/me/taste', { adjustments: [lantern, kelp] }),
      write('/users/me', { interests: { muted_terms: ['kites', 'survey'], muted_authors: [] } }),
    ])
  })

  test('keeps changes that could not be saved, and saves them on retry', async () => {
    const { person, calls, failing } = await open(new Set(['PUT /users/me/taste']))
    await change(person, 'night vision', /^Pin/)
    await person.click(button('Use this'))
    expect(await screen.findByText('Not saved. Something went wrong on our side.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'pinned: night vision', pressed: true })).toBeTruthy()
    failing.clear()
    await person.click(button('Try again'))
    await waitFor(() => expect(screen.queryAllByText('1 change').length).toBe(0))
    expect(calls).toEqual([
      `PUT /users/me/taste {"adjustments":${pins}}`,
      `PUT /users/me/taste {"adjustments":${pins}}`,
    ])
  })

  test.each(['PUT /users/me/taste', 'PUT /users/me'])(
    'keeps mutes and weights of which one could not be saved, and takes both back after a retry: %s',
    async (failed) => {
      const { person, calls, failing } = await open(new Set([failed]))
      await change(person, 'night vision', /^Pin/)
      await change(person, 'Ines Aldercroft', /^Mute/)
      await person.click(button('Use this'))
      expect(await screen.findByText('Not saved. Something went wrong on our side.')).toBeTruthy()
      expect(screen.getByRole('button', { name: 'muted: Ines Aldercroft', pressed: true })).toBeTruthy()
      failing.clear()
      await person.click(button('Try again'))
      const undo = await screen.findByRole('button', { name: 'Undo' })
      calls.length = 0
      await person.click(undo)
      await waitFor(() => expect(calls).toHaveLength(2))
      expect(calls).toEqual([
        `PUT /users/me/taste {"adjustments":${before}}`,
        write('/users/me', { interests: { muted_terms: ['survey'], muted_authors: [] } }),
      ])
    },
  )

  test('keeps a mute that could not be saved', async () => {
    const { person } = await open(new Set(['PUT /users/me/taste']))
    await change(person, 'Ines Aldercroft', /^Mute/)
    await person.click(button('Use this'))
    expect(await screen.findByText('Not saved. Something went wrong on our side.')).toBeTruthy()
    expect(button('Try again')).toBeTruthy()
  })

  test('asks before it is left with changes, and stays or leaves as chosen', async () => {
    const { person, router, calls } = await open()
    await change(person, 'leaderboard', /^Forget/)
    await act(() => router.navigate('/profile'))
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0))
    expect(router.state.location.search).toBe('?section=taste')
    await person.click(button('Leave it'))
    await act(() => router.navigate('/profile'))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(calls).toEqual([])
  })

  test('lists a forgotten row that the model no longer contains, so that it can be taken back', async () => {
    const { person, calls } = await open()
    const changed = within(screen.getByRole('region', { name: 'Changed by you' }))
    await person.click(changed.getByRole('button', { name: 'forgotten: lantern', pressed: true }))
    await person.click(await screen.findByRole('menuitem', { name: 'Take it back' }))
    await person.click(button('Use this'))
    await waitFor(() => expect(calls).toEqual(['PUT /users/me/taste {"adjustments":[]}']))
  })

  test('opens the papers behind a row, without those that the library no longer contains', async () => {
    const { person } = await open()
    await person.click(button(/^night vision: saved 2/))
    const dialog = within(await screen.findByRole('dialog', { name: 'night vision: saved 2' }))
    expect(await dialog.findByRole('link', { name: 'Lantern 1' })).toBeTruthy()
    expect(dialog.getAllByRole('article')).toHaveLength(1)
  })

  test('starts again, and takes that back', async () => {
    const { person, calls } = await open()
    await person.click(button('Start again'))
    await person.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(calls).toEqual(['POST /users/me/taste/reset', 'PUT /users/me/taste {"reset_at":null}']))
  })

  test('keeps the focus when the pressed button goes away or is disabled', async () => {
    const { person, failing } = await open(new Set(['PUT /users/me/taste']))
    const press = async (name: string) => {
      button(name).focus()
      await person.keyboard('{Enter}')
    }
    await change(person, 'night vision', /^Pin/)
    await press('Use this')
    await waitFor(() => expect(focused()).toBe('Try again'))
    failing.clear()
    await person.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toBe('Today with this'))
    await change(person, 'leaderboard', /^Forget/)
    await press('Leave it')
    expect(focused()).toBe('Today with this')
    await change(person, 'leaderboard', /^Mute/)
    await press('Unmute leaderboard')
    expect(focused()).toBe('Muted')
    await press('Start again')
    await waitFor(() => expect(focused()).toBe('Undo'))
  })
})
