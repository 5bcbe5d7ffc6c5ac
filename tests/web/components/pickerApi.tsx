import { screen, within } from '@testing-library/react'
import { Elysia } from 'elysia'
import { useState } from 'react'
import { CategoryInput, type Category, type Followable, type FollowableList } from '#api/contract/categories.ts'
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
export const journal = (name: string, issn: string[], changes: Partial<Followable> = {}): Followable => ({
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
export const VISION = journal('Journal of Imaginary Vision', ['9999-9994', '9999-9986'])
export const QUERY: Followable = {
  kind: 'query',
  source: 'pubmed',
  code: 'pubmed.00000000000000a1',
  name: 'lantern AND glare',
  detail: 'lantern[All Fields] AND glare[All Fields]',
  per_day: 20 / 7,
  sample: [],
  query: 'lantern AND glare',
}
export const SUBJECT: Followable = {
  kind: 'subject',
  source: 'crossref',
  code: 'preprintsorg.social-sciences',
  name: 'Social Sciences',
  detail: 'Preprints.org',
  per_day: 64.3,
  sample: [],
}
export const VENUE: Followable = {
  kind: 'venue',
  source: 'openreview',
  code: 'openreview.00000000000000c1',
  name: 'ICLR 2027 Conference',
  detail: '2,260 accepted papers',
  per_day: null,
  sample: [],
  venue: 'ICLR.cc/2027/Conference',
}
export const feed = (name: string, changes: Partial<Followable> = {}): Followable => ({
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
export const found = (items: Followable[], failures: FollowableList['failures'] = []): FollowableList => ({
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
        if (body.kind === 'subject')
          return { ...shared, id: SUBJECT.code, name: SUBJECT.name, group: SUBJECT.detail, kind: 'subject' as const }
        if (body.kind === 'venue')
          return { ...shared, id: VENUE.code, name: VENUE.name, group: 'OpenReview', kind: 'venue' as const }
        if (body.kind === 'feed')
          return { ...shared, id: feed('Notes').code, name: 'Notes', group: 'F', kind: 'feed' as const }
        const made = { id: `journal.${body.issn}`, name: VISION.name, group: 'Journals', kind: 'journal' as const }
        return { ...shared, ...made, per_day: 12 / 7 }
      },
      { body: CategoryInput },
    )
  return { app, state }
}

/** A picker with the answers of such an API. */
export async function openPicker(answer: Parameters<typeof createApi>[0], initial: string[] = []) {
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

/** What is said of each choice in a group. */
export const labels = (group = 'Journals') =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent)
