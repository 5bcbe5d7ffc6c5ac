import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { useState } from 'react'
import { CategoryInput, type Category, type Followable, type FollowableList } from '#api/contract/categories.ts'
import { CATEGORIES_MAX } from '#api/contract/limits.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { useFollowables } from '#web/data/account/useFollowables.ts'
import { CategoryPicker } from '#web/components/settings/CategoryPicker.tsx'
import { useCategories } from '#web/data/account/useCategories.ts'

const shared: Omit<Category, 'id' | 'name' | 'group' | 'kind'> = {
  description: '',
  aliases: [],
  daily_volume: 0,
  per_day: null,
  source: 'crossref',
  available: true,
  owned: false,
}
const categories: Category[] = [
  { ...shared, id: 'cs.CV', name: 'Vision', group: 'Computer Science', kind: 'taxonomy', per_day: 90 },
  {
    ...shared,
    id: 'journal.9999-997X',
    name: 'Annals of Untold Sheep',
    group: 'Journals',
    kind: 'journal',
    per_day: 0.3,
    description: 'Meadow Society · ISSN 9999-997X · titles only',
  },
]
const journal = (name: string, issn: string[], changes: Partial<Followable> = {}): Followable => ({
  kind: 'journal',
  source: 'crossref',
  code: `journal.${issn[0]}`,
  name,
  detail: 'Nowhere Press',
  per_day: 12 / 7,
  sample: [],
  issn,
  abstracts: 0.9,
  ...changes,
})
const VISION = journal('Journal of Imaginary Vision', ['9999-9994', '9999-9986'])
const QUERY: Followable = {
  kind: 'query',
  source: 'pubmed',
  code: 'pubmed.00000000000000a1',
  name: 'lantern AND glare',
  detail: 'lantern[All Fields] AND glare[All Fields]',
  per_day: 20 / 7,
  sample: [],
  query: 'lantern AND glare',
}
const feed = (name: string, changes: Partial<Followable> = {}): Followable => ({
  kind: 'feed',
  source: 'feed',
  code: `feed.${String(name.length).padStart(16, '0')}`,
  name,
  detail: '20 items, the newest of 2026-11-20, titles only',
  per_day: 0.5,
  sample: ['Why we count lanterns', 'Sheep at dusk'],
  address: 'https://blog.example.org/atom.xml',
  ...changes,
})
const found = (items: Followable[], failures: FollowableList['failures'] = []): FollowableList => ({
  items,
  total: items.length,
  failures,
})

/** In-memory API: `answer` is what a search finds, by its words; `refusal` why no journal is made. */
function createApi(answer: (words: string) => FollowableList | Promise<FollowableList>) {
  const state = { asked: [] as string[], made: [] as CategoryInput[], refusal: '' }
  const app = new Elysia({ prefix: '/api' })
    .get('/categories', () => ({ items: categories, total: categories.length }))
    .get('/categories/search', ({ query }) => {
      state.asked.push(`${query['q']}`)
      return answer(`${query['q']}`)
    })
    .post(
      '/categories',
      ({ body, set }) => {
        state.made.push(body)
        set.status = state.refusal === '' ? 201 : 422
        if (state.refusal !== '')
          return { error: { code: 'invalid-input', message: state.refusal, request_id: 'r-1' } } as never
        if (body.kind === 'query')
          return { ...shared, id: QUERY.code, name: QUERY.name, group: 'Q', kind: 'query' as const }
        if (body.kind === 'feed')
          return { ...shared, id: feed('Notes').code, name: 'Notes', group: 'F', kind: 'feed' as const }
        const made = { id: `journal.${body.issn}`, name: VISION.name, group: 'Journals', kind: 'journal' as const }
        return { ...shared, ...made, per_day: 12 / 7 }
      },
      { body: CategoryInput },
    )
  return { app, state }
}

async function open(answer: Parameters<typeof createApi>[0], initial: string[] = []) {
  const api = createApi(answer)
  let value = initial
  function Picker() {
    const { categories: all } = useCategories()
    const [chosen, setChosen] = useState(initial)
    value = chosen
    return <CategoryPicker followables={useFollowables()} categories={all} value={chosen} onChange={setChosen} />
  }
  const { person } = await renderPage(<Picker />, { api: api.app, path: '/' })
  await screen.findByRole('button', { name: /^Computer Science/ })
  const field = screen.getByRole('textbox', { name: 'Find a category, journal or feed' })
  return { ...api.state, state: api.state, person, field, value: () => value }
}

const labels = (group = 'Journals') =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent)

describe('the picker finds journals', () => {
  test('after a pause and from three characters on, below the categories that are found at once', async () => {
    const { person, field, asked } = await open(() => found([VISION]))
    await person.type(field, 'vi')
    expect(screen.getByRole('checkbox', { name: /^cs.CV/ })).toBeTruthy()
    expect(screen.queryByText(/journals/i)).toBeNull()
    await person.type(field, 'sion')
    expect(screen.getByText('Looking for journals and papers at PubMed…')).toBeTruthy()
    expect(await screen.findByText('1 journal')).toBeTruthy()
    expect(asked).toEqual(['vision'])
    expect(labels()).toEqual(['Journal of Imaginary VisionNowhere Press · about 12 a week · abstracts for 90 %'])
    expect(screen.getByRole('checkbox', { name: /^cs.CV/ })).toBeTruthy()
  })

  test('says what is rare a week, that there are titles only, and the ISSN where titles are the same', async () => {
    const letters = journal('Imaginary Letters', ['9999-9951'], { per_day: 0.4, abstracts: 0.001 })
    const others = journal('Imaginary Letters', ['9999-9943', '9999-996X'], { detail: '', per_day: null })
    const { person, field } = await open(() => found([letters, others, VISION]))
    await person.type(field, '9999-9951')
    await screen.findByText('3 journals')
    expect(labels()).toEqual([
      'Imaginary LettersNowhere Press · about 3 a week · titles only · ISSN 9999-9951',
      'Imaginary Lettersabstracts for 90 % · ISSN 9999-9943, 9999-996X',
      'Journal of Imaginary VisionNowhere Press · about 12 a week · abstracts for 90 %',
    ])
  })

  test('makes a category of the one that is pressed, and chooses it by its name; a second press removes it', async () => {
    const { person, field, value, made } = await open(() => found([VISION]), ['cs.CV'])
    await person.type(field, 'imaginary')
    const box = await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ })
    box.focus()
    await person.keyboard(' ')
    await waitFor(() => expect(value()).toEqual(['cs.CV', 'journal.9999-9994']))
    expect(made).toEqual([{ kind: 'journal', issn: '9999-9994' }])
    expect(screen.getByRole('button', { name: `${VISION.name}, remove with Delete` })).toBeTruthy()
    expect(screen.getByText('1 category and 1 journal chosen, about 92 papers a day.')).toBeTruthy()
    expect(labels()).toHaveLength(1)
    await person.keyboard(' ')
    expect(value()).toEqual(['cs.CV'])
    await person.keyboard(' ')
    expect(value()).toEqual(['cs.CV', 'journal.9999-9994'])
    expect(made).toHaveLength(1)
    await person.clear(field)
    await person.click(screen.getByRole('button', { name: /^Journals \(2\)\s*1 chosen$/ }))
    expect(screen.getByRole('checkbox', { name: /^Journal of Imaginary Vision/, checked: true })).toBeTruthy()
  })

  test('knows a followed journal by its other ISSN', async () => {
    const sheep = journal('Annals of Untold Sheep', ['9999-9927', '9999-997X'], { abstracts: 0 })
    const { person, field, value } = await open(() => found([sheep]), ['journal.9999-997X'])
    await person.type(field, 'sheep')
    const box = screen.getByRole('checkbox', { name: /^Annals/, checked: true })
    box.focus()
    expect(labels()).toEqual(['Annals of Untold SheepMeadow Society · ISSN 9999-997X · titles only · about 2 a week'])
    await screen.findByText(/^Nowhere Press · about 12 a week · titles only$/)
    expect(document.activeElement).toBe(box)
    await person.keyboard(' ')
    expect(value()).toEqual([])
  })
})

describe('the picker finds queries and feeds', () => {
  test('the words as a query of PubMed: how many papers, how it is read, and what is not known there', async () => {
    const rare = { ...QUERY, code: 'pubmed.00000000000000a2', per_day: 0, detail: '', ignored: ['glaer'] }
    const { person, field, value, made } = await open((words) => found(words === 'glaer' ? [rare] : [VISION, QUERY]))
    await person.type(field, 'lantern AND glare')
    await screen.findByText('As a query of PubMed')
    expect(labels('Queries of PubMed')).toEqual([
      'lantern AND glareabout 3 a day · read as lantern[All Fields] AND glare[All Fields]',
    ])
    await person.click(screen.getByRole('checkbox', { name: /^lantern AND glare/ }))
    await waitFor(() => expect(value()).toEqual([QUERY.code]))
    expect(made).toEqual([{ kind: 'query', source: 'pubmed', query: 'lantern AND glare' }])
    expect(screen.getByRole('button', { name: 'lantern AND glare, remove with Delete' })).toBeTruthy()
    expect(screen.getByText(/^1 query chosen/)).toBeTruthy()
    await person.clear(field)
    await person.type(field, 'glaer')
    await screen.findByText(/no papers in the last week · PubMed does not know “glaer”/)
  })

  test('feeds at an address, with their newest items; no category and no journal is missed there', async () => {
    const notes = feed('Notes')
    const { person, field, value, made } = await open(() => found([notes, feed('Notes, comments')]))
    await person.type(field, 'https://blog.example.org/')
    expect(screen.getByText('Looking for feeds…')).toBeTruthy()
    await screen.findByText('2 feeds')
    expect(screen.queryByText(/^No (?:category|journal)/)).toBeNull()
    expect(labels('Feeds')[0]).toBe(
      'Notesabout 4 a week · 20 items, the newest of 2026-11-20, titles only · newest: Why we count lanterns; Sheep at dusk',
    )
    await person.click(screen.getByRole('checkbox', { name: /^Notes about/ }))
    await waitFor(() => expect(value()).toEqual([notes.code]))
    expect(made).toEqual([{ kind: 'feed', url: 'https://blog.example.org/atom.xml' }])
  })

  test('says that there is no feed, and why an address cannot be read', async () => {
    const message = 'There is no feed at this address, and the page names none.'
    let answer = found([])
    const { person, field } = await open(() => answer)
    await person.type(field, 'blog.example.org/notes')
    expect(await screen.findByText('No feed at this address.')).toBeTruthy()
    answer = found([], [{ source: 'feed', message }])
    await person.type(field, '/2')
    expect(await screen.findByText(`${message} Categories can be chosen all the same.`)).toBeTruthy()
  })
})

describe('the picker keeps working', () => {
  test('when nothing is found', async () => {
    const { person, field } = await open(() => found([]))
    await person.type(field, 'zzz')
    expect(await screen.findByText('No journal for “zzz”.')).toBeTruthy()
    expect(screen.getByText('No category for “zzz”.')).toBeTruthy()
  })

  test('when Crossref cannot be asked, until it can', async () => {
    const failures = [{ source: 'crossref', message: 'Crossref does not answer.' }]
    let answer = found([], failures)
    const { person, field, value } = await open(() => answer)
    await person.type(field, 'vision')
    expect(await screen.findByText('Crossref does not answer. Categories can be chosen all the same.')).toBeTruthy()
    await person.click(screen.getByRole('checkbox', { name: /^cs.CV/ }))
    expect(value()).toEqual(['cs.CV'])
    answer = found([VISION])
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ })).toBeTruthy()
    expect(screen.queryByText(/does not answer/)).toBeNull()
  })

  test('when a journal cannot be made: the row says why, and nothing is lost', async () => {
    const { person, field, value, state } = await open(() => found([VISION]), ['cs.CV'])
    state.refusal = 'Crossref has no journal with the ISSN 9999-9994.'
    await person.type(field, 'imaginary')
    const box = await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ })
    await person.click(box)
    expect((await screen.findByRole('alert')).textContent).toBe(state.refusal)
    expect(box).toHaveProperty('checked', false)
    expect(value()).toEqual(['cs.CV'])
    state.refusal = ''
    await person.click(box)
    await waitFor(() => expect(value()).toEqual(['cs.CV', 'journal.9999-9994']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('when another one is chosen while a journal is being made', async () => {
    const { person, field, value } = await open(() => found([VISION]))
    await person.type(field, 'vision')
    const box = await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ })
    box.click()
    screen.getByRole('checkbox', { name: /^cs.CV/ }).click()
    await waitFor(() => expect(value()).toEqual(['cs.CV', 'journal.9999-9994']))
  })

  test('when as many as possible are chosen: no further journal is made', async () => {
    const most = Array.from({ length: CATEGORIES_MAX }, (_, index) => `topic-${index}`)
    const { person, field, value, made } = await open(() => found([VISION]), most)
    await person.type(field, 'vision')
    await person.click(await screen.findByRole('checkbox', { name: /^Journal of Imaginary Vision/ }))
    expect(value()).toHaveLength(CATEGORIES_MAX)
    expect(made).toEqual([])
    expect(screen.getByText(/is the most one can follow/)).toBeTruthy()
  })

  test('while offline: journals are not found, and it says so', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    try {
      const { person, field } = await open(() => Promise.reject(new Error('no network')))
      await person.type(field, 'vision')
      expect(await screen.findByText(/^Journals and queries could not be loaded\./)).toBeTruthy()
      expect(screen.getByRole('checkbox', { name: /^cs.CV/ })).toBeTruthy()
    } finally {
      Reflect.deleteProperty(navigator, 'onLine')
    }
  })
})
