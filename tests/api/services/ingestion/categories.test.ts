import { describe, expect, test } from 'bun:test'
import type { Source } from '#api/sources/source.ts'
import { computeVolumes, seedCategories } from '#api/services/ingestion/categories.ts'
import { addDays, dayIn, now } from '#api/platform/clock.ts'
import { deliverDay } from '#api/services/delivery/delivery.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, recordDay, storePapers } from '#tests/api/support/library.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { Sources } from '#api/sources/sources.ts'

// The route only checks that the source exists.
const sources = new Sources([{ id: 'arxiv' } as Source])
const { as, signedOut } = useApp({ sources })

const idsOf = (items: readonly { id: string }[] | undefined) => items?.map(({ id }) => id) ?? []

describe('Listing categories', () => {
  test('needs no sign-in and returns the groups in the order of the taxonomy', async () => {
    const { data, status } = await signedOut.categories.get()
    expect(status).toBe(200)
    expect(data?.total).toBe(250)
    expect([...new Set(data?.items.map(({ group }) => group))]).toEqual([
      'Computer Science',
      'Economics',
      'Electrical Engineering and Systems Science',
      'Mathematics',
      'Physics',
      'Quantitative Biology',
      'Quantitative Finance',
      'Statistics',
      'bioRxiv',
      'medRxiv',
      'IACR ePrint',
      'Preprint servers',
    ])
    const found = (id: string) => data?.items.find((item) => item.id === id)
    expect(found('cs.CL')).toMatchObject({
      name: 'Computation and Language',
      kind: 'taxonomy',
      owned: false,
      daily_volume: 0,
    })
    expect(found('cs.CL')?.aliases).toContain('NLP')
    expect(found('math.NA')?.aliases).toContain('cs.NA')
    expect(found('cs.NA')?.description).toBe('The same papers as math.NA.')
  })

  test('returns the same after seeding again', async () => {
    const before = (await signedOut.categories.get()).data
    await seedCategories()
    expect((await signedOut.categories.get()).data).toEqual(before!)
  })

  test('returns the average number of papers per announcement day, the same for an alias', async () => {
    await storePapers([1, 2, 3], { announced_on: '2026-11-19', categories: ['cs.LG', 'math.NA'] })
    await storePapers([4], { announced_on: '2026-11-20', categories: ['cs.LG'], announce_type: 'cross' })
    await storePapers([5], { announced_on: '2026-11-20', categories: ['cs.LG'], announce_type: 'replace', version: 2 })
    await recordDay('2026-11-19')
    await recordDay('2026-11-20')
    await computeVolumes()
    const { items } = (await signedOut.categories.get()).data!
    const volumeOf = (id: string) => items.find((item) => item.id === id)?.daily_volume
    expect(['cs.LG', 'math.NA', 'cs.NA', 'cs.CL'].map(volumeOf)).toEqual([2, 1.5, 1.5, 0])
    await seedCategories()
    expect((await signedOut.categories.get()).data).toEqual({ items, total: 250 })
  })
})

describe('Creating a topic', () => {
  const topic = { name: 'Night vision', query: '"night vision" -cat:cs.RO', description: 'For the lab' }

  test('returns a topic that no other reader sees', async () => {
    const { data, status } = await as('ada').categories.post(topic)
    expect(status).toBe(201)
    expect(data).toMatchObject({ ...topic, kind: 'topic', owned: true, group: 'Topics' })
    const own = (await as('ada').categories.get()).data
    expect(idsOf(own?.items).at(-1)).toBe(data!.id)
    expect(own?.total).toBe(251)
    expect(idsOf((await as('ben').categories.get()).data?.items)).not.toContain(data!.id)
    expect(idsOf((await signedOut.categories.get()).data?.items)).not.toContain(data!.id)
  })

  test('lets only its owner choose it', async () => {
    const { id } = (await as('ada').categories.post(topic)).data!
    expect((await as('ada').users.me.put({ category_ids: ['cs.LG', id] })).data?.category_ids).toEqual(['cs.LG', id])
    expect((await as('ben').users.me.put({ category_ids: ['cs.LG', id] })).status).toBe(422)
  })

  test('returns 409 for a name that the reader already has, whatever its case and accents', async () => {
    await as('ada').categories.post(topic)
    for (const name of ['night  VISION', 'Níght vision', 'Machine Learning', 'cs.CL'])
      expect((await as('ada').categories.post({ ...topic, name })).status).toBe(409)
    // It names the one that exists.
    const { error } = await as('ada').categories.post({ ...topic, name: 'night  VISION' })
    expect(error?.value).toMatchObject({ error: { message: `There is a category named “${topic.name}” already.` } })
    expect((await as('ben').categories.post(topic)).status).toBe(201)
  })

  test('creates one topic when the same name is posted concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => as('ada').categories.post(topic)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test('needs a query, a name with a letter, and an account', async () => {
    const { status, error } = await as('ada').categories.post({ name: 'No words' })
    expect(status).toBe(422)
    expect(error?.value).toMatchObject({ error: { fields: { query: 'A topic needs the words to search for.' } } })
    expect((await as('ada').categories.post({ name: 'Blank', query: '  ' })).status).toBe(422)
    expect((await as('ada').categories.post({ name: '  ', query: 'x' })).status).toBe(422)
    expect((await as('ada').categories.post({ ...topic, owner_id: null } as never)).status).toBe(422)
    expect((await signedOut.categories.post(topic)).status).toBe(401)
  })
})

describe('Creating a shared category', () => {
  const shared = { name: 'Language and speech', source_codes: ['arxiv:cs.CL', 'arxiv:eess.AS', 'arxiv:cs.NA'] }

  test('is only for admins', async () => {
    expect((await as('ada').categories.post(shared)).status).toBe(403)
    const { data, status } = await as('admin').categories.post(shared)
    expect(status).toBe(201)
    expect(data).toMatchObject({ name: 'Language and speech', kind: 'topic', owned: false })
    expect(idsOf((await signedOut.categories.get()).data?.items)).toContain(data!.id)
    expect((await as('ada').users.me.put({ category_ids: [data!.id] })).status).toBe(200)
    expect((await as('admin').categories.post(shared)).status).toBe(409)
  })

  test('gives it the papers of the last 30 days with its codes', async () => {
    const today = dayIn('UTC', now())
    const [day, old] = [addDays(today, -3), addDays(today, -40)]
    await storePapers([1], { announced_on: day, categories: ['cs.CL', 'cs.LG'] })
    await storePapers([2], { announced_on: day, categories: ['cs.CV'] })
    await storePapers([3], { announced_on: old, categories: ['cs.CL'] })
    await Promise.all([recordDay(day), recordDay(old)])
    const { id } = (await as('admin').categories.post(shared)).data!
    const ada = await makeReader('ada', [id])
    const cardsOf = async (on: string) => (await deliverDay(ada, on)).cards.map(({ paper_id }) => paper_id)
    expect(await cardsOf(day)).toEqual([paperId(1)])
    expect(await cardsOf(old)).toEqual([])
  })

  test('returns 422 for codes or sources that do not exist', async () => {
    for (const code of ['arxiv:cs.ZZ', 'nowhere:cs.CL', 'cs.CL'])
      expect((await as('admin').categories.post({ ...shared, source_codes: [code] })).status).toBe(422)
  })
})
