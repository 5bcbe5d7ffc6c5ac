import { beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { SIMILAR_TEXT_MAX } from '#api/contract/limits.ts'
import type { SimilarInput } from '#api/contract/taste.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { paperId } from '#tests/api/support/library.ts'
import { storeSubjects } from '#tests/api/support/subjects.ts'
import { useApp } from '#tests/support/app.ts'

const { as, signedOut, product } = useApp()
const ask = (text: string, more: Partial<SimilarInput> = {}) => as('ada').papers.similar.post({ text, ...more })
const find = async (text: string, more: Partial<SimilarInput> = {}) => (await ask(text, more)).data!
const TOO_FEW = 'The library has too few papers with the words of this text to find similar ones.'

beforeEach(async () => {
  await storeSubjects('2026-11-20')
  await catchUp(product)
})

describe('Papers similar to a text', () => {
  test('share its words, which the answer names, and have the reading list item of the caller', async () => {
    const { data: item } = await as('ada').users.me['reading-list'].post({ paper_id: paperId(1) })
    const found = await find('We followed herons that hunt in tall reeds, OR "reeds" near water (2026).', { limit: 4 })
    expect(found.items.map(({ paper }) => paper.title).toSorted()).toEqual([
      'Heron hunts',
      'Heron hunts',
      'Wading herons',
      'Wading herons',
    ])
    for (const { paper, terms } of found.items) {
      expect(terms.length).toBeGreaterThan(0)
      for (const term of terms) expect(`${paper.title} ${paper.abstract}`).toContain(term)
    }
    expect(found.items.flatMap(({ saved_item_id: id }) => id ?? [])).toEqual([item!.id])
    expect(found).toMatchObject({ total: 4, skip: 0, limit: 4 })
    expect(found).not.toHaveProperty('note')
  })

  test('begin with the paper whose own abstract it is', async () => {
    const { items } = await find('Glass pipes. Glass blowers shape molten silica with long pipes inside hot furnaces.')
    expect(items[0]?.paper.title).toBe('Glass pipes')
    expect(items.every(({ paper }) => /glass/i.test(paper.title))).toBe(true)
  })

  test.each([
    ['no known word', 'Zyxel qwopt flurb.'],
    ['words of another script', '図書館の論文'],
    ['function words only', 'and of the, with this'],
    ['formulas only', '$x^2 + y_{i} = \\frac{a}{b}$ '.repeat(300)],
    ['space only', ' \n\t'],
    ['one letter only', 'x'.repeat(SIMILAR_TEXT_MAX)],
    ['control characters', '\u0001'.repeat(SIMILAR_TEXT_MAX)],
  ])('are none for %s, and the answer says so', async (_, text) => {
    expect(await find(text)).toMatchObject({ items: [], total: 0, note: TOO_FEW })
  })

  test.each([
    ['markup', '<script>alert(1)</script><p>Owls hunt <b>mice</b> by night</p>'],
    ['text from right to left', '\u202Eowls\u202C שלום mice and silent wings'],
    ['emoji', '🦉 owls 🐁 mice 👩‍👩‍👧 wings'],
    ['the longest text', 'owls hunt mice. '.repeat(625)],
    ['one long word, then others', `${'ab'.repeat(4_900)} owls mice wings`],
  ])('are found for %s', async (_, text) => {
    const { items } = await find(text, { limit: 2 })
    for (const { paper } of items) expect(paper.title).toMatch(/owl/i)
    expect(items).toHaveLength(2)
  })

  test('may be missing while the index is built, which the answer says', async () => {
    await product.index.reset()
    expect(await find('owls and mice')).toMatchObject({
      items: [],
      note: 'The search index is being built: not every paper is found yet.',
    })
  })

  test('are listed for users only, for a text that is neither empty nor too long nor with a NUL', async () => {
    expect((await signedOut.papers.similar.post({ text: 'owls' })).status).toBe(401)
    for (const text of ['', 'x'.repeat(SIMILAR_TEXT_MAX + 1), 'owls\u0000']) {
      const { status, error } = await ask(text)
      expect(status).toBe(422)
      expect(error?.value).toMatchObject({ error: { fields: { text: expect.any(String) } } })
    }
    expect((await ask('owls', { limit: 51 })).status).toBe(422)
  })

  test('are found without a trace of the text in the database', async () => {
    await find('Unmistakable owls')
    const collections = await mongoose.connection.db!.collections()
    const stored = await Promise.all(collections.map((collection) => collection.find().toArray()))
    expect(stored.flat().length).toBeGreaterThan(12)
    expect(JSON.stringify(stored)).not.toContain('nmistakable')
  })
})
