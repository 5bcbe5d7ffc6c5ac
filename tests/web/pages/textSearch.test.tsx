import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { SimilarInput, type SimilarPapers } from '#api/contract/taste.ts'
import { samplePaper, sampleUser } from '#tests/support/samples.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { Search } from '#web/pages/Search/Search.tsx'

const TEXT = 'Lanterns burn through the night.\n\nWhat does shot noise tell about them? '.repeat(5).trim()
const paperOf = (number: number) => ({
  ...samplePaper,
  id: `arxiv:2611.${90_000 + number}`,
  title: `Lantern ${number}`,
  title_segments: [{ text: `Lantern ${number}` }],
})

/** In-memory API. `found` is the number of papers like any text; `refuses` says whether a request fails. */
function textApi({
  found = 2,
  note,
  refuses,
}: { found?: number; note?: string; refuses?: (limit: number) => boolean } = {}) {
  const asked: SimilarInput[] = []
  const searched: unknown[] = []
  const saved: string[] = []
  const app = new Elysia({ prefix: '/api' })
    .onError(({ set }) => {
      set.status = 503
      return { error: { code: 'unavailable', message: 'The index is unavailable.', request_id: 'r-1' } }
    })
    .post(
      '/papers/similar',
      ({ body }) => {
        const { limit = 5 } = body
        if (refuses?.(limit)) throw new Error('down')
        asked.push(body)
        const items = Array.from({ length: Math.min(found, limit) }, (_, at) => {
          return { paper: paperOf(at + 1), terms: ['shot noise', 'night'] }
        })
        return {
          items,
          total: items.length,
          skip: 0,
          limit,
          ...(note !== undefined && { note }),
        } satisfies SimilarPapers
      },
      { body: SimilarInput },
    )
    .get('/papers/search', ({ query }) => {
      searched.push(query)
      const facets = { categories: [], years: [], estimated: false }
      return { items: [], total: 0, offset: 0, limit: 20, took_ms: 1, facets, indexed_through: null }
    })
    .get('/papers/today', () => ({ items: [], total: 0, announced_on: null, sample: false }))
    .get('/categories', () => ({ items: [], total: 0 }))
    .post(
      '/users/me/reading-list',
      ({ body }) => {
        saved.push(body.paper_id)
        return { id: 'item-1' }
      },
      { body: t.Object({ paper_id: t.String() }) },
    )
  return { app, asked, searched, saved }
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })
const find = () => screen.getByRole('button', { name: 'Find similar papers' })
type Person = Awaited<ReturnType<typeof renderPage>>['person']

async function paste(person: Person, text: string): Promise<void> {
  await person.click(screen.getByRole('searchbox', { name: 'Search papers' }))
  await person.paste(text)
  await screen.findByRole('textbox', { name: 'Your text' })
}

describe('a text that is too long for a search', () => {
  test('is offered to be compared, whole and not in the address, and then its papers can be saved', async () => {
    const { app, asked, searched, saved } = textApi()
    const { person, router } = await renderPage(<Search />, { api: app, path: '/search' })
    await paste(person, TEXT)
    expect(field().value).toBe(TEXT)
    // Its focus comes with an effect, which a busy machine may run later. Printing an element would take a minute.
    await waitFor(() => expect(document.activeElement === field()).toBe(true))
    expect(screen.getByRole('alert').textContent).toContain('at most 256 characters')
    expect(asked).toEqual([])
    await person.click(find())
    await screen.findByText('2 papers like your text, closest first.')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked).toEqual([{ text: TEXT, limit: 20 }])
    expect(searched).toEqual([])
    expect(router.state.location.search).toBe('?by=text')

    const card = within(screen.getByRole('article', { name: 'Lantern 1' }))
    card.getByText('Both: shot noise, night')
    await person.click(card.getByRole('button', { name: 'Save' }))
    await card.findByRole('button', { name: 'Saved', pressed: true })
    expect(saved).toEqual(['arxiv:2611.90001'])
  })

  test('goes back to the words before it, and forward to the text with its papers', async () => {
    const { app, asked } = textApi()
    const { person, router } = await renderPage(<Search />, { api: app, path: '/search?q=owls' })
    await paste(person, TEXT)
    await person.click(find())
    await screen.findByRole('article', { name: 'Lantern 2' })
    await person.clear(field())
    await person.type(field(), 'Another text')
    await person.click(find())
    await waitFor(() => expect(asked.at(-1)?.text).toBe('Another text'))
    await act(() => router.navigate(-1))
    expect(field().value).toBe(TEXT)
    await act(() => router.navigate(-1))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('owls')
    await act(() => router.navigate(1))
    expect(field().value).toBe(TEXT)
    await screen.findByRole('article', { name: 'Lantern 2' })
  })

  test('is cut to what the API takes, without NULs and half characters', async () => {
    const { app, asked } = textApi()
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await paste(person, `\0${'x'.repeat(9_999)}😀 more`)
    expect(screen.getByText(/^Only the first 10,000 characters are compared/)).toBeDefined()
    await person.click(find())
    await waitFor(() => expect(asked.map(({ text }) => text)).toEqual([`${'x'.repeat(9_999)}\uFFFD`]))
  })

  test('of another account is neither shown nor asked for', async () => {
    const { app, asked } = textApi()
    const { person, router } = await renderPage(<Search />, { api: app, path: '/search' })
    const state = { text: TEXT, asked: true, userId: `not ${sampleUser.id}` }
    await act(() => router.navigate('/search?by=text', { state }))
    expect(field().value).toBe('')
    await person.click(find())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(asked).toEqual([])
  })
})

async function ask(person: Person): Promise<void> {
  await person.click(await screen.findByRole('button', { name: 'find papers like a text' }))
  await person.type(field(), 'Lanterns{Control>}{Enter}{/Control}')
}

describe('the papers like a text', () => {
  test('are up to fifty, and the first new one gets the focus', async () => {
    const { app } = textApi({ found: 31 })
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await ask(person)
    await person.click(await screen.findByRole('button', { name: 'Show 30 more' }))
    await waitFor(() => expect(document.activeElement?.querySelector('h2')?.textContent).toBe('Lantern 21'))
    expect(screen.queryByRole('button', { name: 'Show 30 more' })).toBeNull()
  })

  test('stay when further ones cannot be loaded', async () => {
    const { app } = textApi({ found: 31, refuses: (limit) => limit > 20 })
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await ask(person)
    await person.click(await screen.findByRole('button', { name: 'Show 30 more' }))
    await screen.findByText('The index is unavailable.')
    expect(document.querySelectorAll('article')).toHaveLength(20)
  })

  test('are asked for again after a failure, which keeps the text', async () => {
    let isDown = true
    const { app } = textApi({ refuses: () => isDown })
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await ask(person)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(field().value).toBe('Lanterns')
    isDown = false
    await person.click(retry)
    await screen.findByText('2 papers like your text, closest first.')
  })

  test('may be none, and the page says why', async () => {
    const { app } = textApi({ found: 0, note: 'The library has too few papers with the words of this text.' })
    const { person } = await renderPage(<Search />, { api: app, path: '/search' })
    await ask(person)
    await screen.findByRole('heading', { name: 'Nothing like it found' })
    screen.getByText('The library has too few papers with the words of this text.')
    screen.getByText('No similar papers.')
  })
})
