import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { useState } from 'react'
import type { Category } from '#api/contract/categories.ts'
import { renderPage } from '#tests/web/support/renderPage.tsx'
import { useFollowables } from '#web/data/account/useFollowables.ts'
import { CategoryPicker } from '#web/components/settings/CategoryPicker.tsx'

const category = (id: string, name: string, group: string, changes: Partial<Category> = {}): Category => ({
  id,
  name,
  group,
  description: '',
  aliases: [],
  daily_volume: 0,
  per_day: changes.daily_volume || null,
  kind: 'taxonomy',
  source: 'arxiv',
  available: true,
  owned: false,
  ...changes,
})
const server = (id: string, name: string, changes: Partial<Category>) =>
  category(id, name, 'Preprint servers', { kind: 'server', source: 'crossref', ...changes })
const categories = [
  category('cs.CL', 'Computation and Language', 'Computer Science', { aliases: ['NLP'], daily_volume: 90 }),
  category('cs.LG', 'Machine Learning', 'Computer Science', { daily_volume: 160 }),
  category('math.NA', 'Numerical Analysis', 'Mathematics', { aliases: ['cs.NA'], daily_volume: 20 }),
  category('stat.ML', 'Machine Learning', 'Statistics', { daily_volume: 20 }),
  category('biorxiv.neuroscience', 'Neuroscience', 'bioRxiv', { daily_volume: 30 }),
  category('medrxiv.hiv-aids', 'HIV/AIDS', 'medRxiv'),
  category('medrxiv.neurology', 'Neurology', 'medRxiv'),
  server('chemrxiv', 'ChemRxiv', { aliases: ['chemistry'], daily_volume: 30 }),
  server('ecoevorxiv', 'EcoEvoRxiv', { aliases: ['ecology, evolution'], daily_volume: 0.4 }),
  server('ssrn', 'SSRN', {
    aliases: ['law'],
    daily_volume: 200,
    available: false,
    unavailable_because: 'Crossref is switched off in this library.',
  }),
  category('graphs-1', 'Search: graphs', 'Topics', { kind: 'topic', query: 'graphs', owned: true }),
  category('speech-1', 'Language and speech', 'Topics', { kind: 'topic' }),
]

const api = new Elysia({ prefix: '/api' }).get('/categories/search', () => ({ items: [], total: 0, failures: [] }))

async function open(initial: string[] = []) {
  let value = initial
  function ControlledPicker() {
    const [chosen, setChosen] = useState(initial)
    value = chosen
    return <CategoryPicker followables={useFollowables()} categories={categories} value={chosen} onChange={setChosen} />
  }
  const { person } = await renderPage(<ControlledPicker />, { api, path: '/' })
  return { person, value: () => value }
}

describe('the category picker', () => {
  test.each([
    ['NLP', ['cs.CL']],
    ['cs.NA', ['math.NA']],
    ['machine learn', ['cs.LG', 'stat.ML']],
    ['statistics', ['stat.ML']],
  ])('finds %p by code, name, group or other names', async (words, ids) => {
    const { person } = await open()
    await person.type(screen.getByRole('textbox', { name: 'Find a category, journal or feed' }), words)
    const labels = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent ?? '')
    expect(labels.map((label) => ids.find((id) => label.startsWith(id)))).toEqual(ids)
  })

  test.each([
    ['neuro', ['bioRxiv Neuroscience', 'medRxiv Neurology']],
    ['MEDRXIV', ['medRxiv HIV/AIDS', 'medRxiv Neurology']],
    ['hiv', ['medRxiv HIV/AIDS']],
    ['biorxiv neuro', ['bioRxiv Neuroscience']],
  ])('finds subjects of preprint servers by %p and says whose they are', async (words, labels) => {
    const { person } = await open()
    await person.type(screen.getByRole('textbox', { name: 'Find a category, journal or feed' }), words)
    const shown = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent ?? '')
    expect(shown.map((label) => label.replace(/about.*/, ''))).toEqual(labels)
  })

  test('has a group for each preprint server, which need not name it again', async () => {
    const { person } = await open(['medrxiv.hiv-aids'])
    await person.click(screen.getByRole('button', { name: /^medRxiv: health sciences \(2\) *1 chosen$/ }))
    expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'HIV/AIDS',
      'Neurology',
    ])
    expect(screen.getByRole('button', { name: 'medRxiv HIV/AIDS, remove with Delete' })).toBeTruthy()
  })

  test('counts a followed search as a search, in a group of its own', async () => {
    const { person } = await open(['cs.LG', 'graphs-1'])
    expect(screen.getByText(/^1 category and 1 search chosen/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Searches (1) 1 chosen' })).toBeTruthy()
    await person.click(screen.getByRole('button', { name: /^Topics \(1\)/ }))
    await person.click(screen.getByRole('checkbox', { name: 'Language and speech' }))
    expect(screen.getByText(/^2 categories and 1 search chosen/)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByText(/^0 categories chosen/)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: /^Searches/ }))
    await person.click(screen.getByRole('checkbox', { name: 'Search: graphs' }))
    expect(screen.getByText(/^1 search chosen/)).toBeTruthy()
  })

  test('says the subject of a server and how many papers it has a week, or why there are none', async () => {
    const { person } = await open(['ecoevorxiv'])
    await person.click(screen.getByRole('button', { name: /^Preprint servers: chemistry, economics/ }))
    expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'ChemRxivchemistry · about 30 a day',
      'EcoEvoRxivecology, evolution · about 3 a week',
      'SSRNlaw · Crossref is switched off in this library.',
    ])
    expect(screen.getByText('1 category chosen, about 3 papers a week.')).toBeTruthy()
    await person.type(screen.getByRole('textbox'), 'chemistry')
    expect(screen.getByRole('checkbox', { name: /^ChemRxiv/ })).toBeTruthy()
  })

  test('shows a message if no category matches', async () => {
    const { person } = await open()
    await person.type(screen.getByRole('textbox', { name: 'Find a category, journal or feed' }), 'zzz')
    expect(screen.getByText('No category for “zzz”.')).toBeTruthy()
  })

  test('expands a group, selects a category, shows the counts, and removes it by its chip', async () => {
    const { person, value } = await open()
    await person.click(screen.getByRole('button', { name: 'Computer Science (2)', expanded: false }))
    await person.click(screen.getByRole('checkbox', { name: /cs.LG/ }))
    expect(value()).toEqual(['cs.LG'])
    expect(screen.getByRole('button', { name: /Computer Science \(2\)\s*1 chosen/ })).toBeTruthy()
    expect(screen.getByText(/1 category chosen, about 160 papers a day/)).toBeTruthy()
    const chips = screen.getByRole('region', { name: 'Chosen' })
    await person.click(within(chips).getByTestId('CancelIcon'))
    expect(value()).toEqual([])
  })

  test('warns if the selected categories have too many papers a day', async () => {
    const { person } = await open(['cs.LG'])
    await person.type(screen.getByRole('textbox', { name: 'Find a category, journal or feed' }), 'cs.CL')
    await person.click(screen.getByRole('checkbox', { name: /cs.CL/ }))
    expect(screen.getByText(/about 250 papers a day: that is a lot; consider fewer/)).toBeTruthy()
  })

  test('selects a preset at once, without the categories that this library does not have', async () => {
    const { person, value } = await open(['math.NA'])
    await person.click(screen.getByRole('button', { name: 'Machine learning' }))
    expect(value()).toEqual(['math.NA', 'cs.LG', 'stat.ML'])
  })

  test('moves the focus by arrows, Home and End, and selects by Space', async () => {
    const { person, value } = await open()
    await person.click(screen.getByRole('button', { name: 'Computer Science (2)' }))
    const boxes = screen.getAllByRole('checkbox')
    boxes[0]!.focus()
    await person.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(boxes[1]!)
    await person.keyboard('{Home} ')
    expect(document.activeElement).toBe(boxes[0]!)
    expect(value()).toEqual(['cs.CL'])
    await person.keyboard('{End}{ArrowDown}')
    expect(document.activeElement).toBe(boxes[1]!)
  })
})
