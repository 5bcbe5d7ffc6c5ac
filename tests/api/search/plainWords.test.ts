import { afterAll, describe, expect, test } from 'bun:test'
import { isPlainQuestion } from '#api/search/query/plainQuestion.ts'
import { find, indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const papers = {
  norms: 'L1 and L2 penalties for lanterns',
  vs: 'Herons vs gulls',
  tuned: 'Tuning lanterns from ratings, with no reward model',
  without: 'Sailing without wind',
  rewarded: 'Lanterns and a reward model',
  text: 'Diffusion models for harbour texts',
  images: 'Diffusion models for images',
  both: 'Diffusion models for texts and pictures of video',
  necessary: 'Necessary but not sufficient lights',
  sufficient: 'Necessary and sufficient lights',
}
const index = indexOf(...Object.entries(papers).map(([id, title]) => indexed(id, { title, abstract: 'Nothing else.' })))
afterAll(() => index.close())
const strict = (q: string) => {
  const { hits } = index.search({ q, as_typed: true })
  return hits.flatMap(({ id, some_words }) => (some_words ? [] : [id])).toSorted()
}

describe('Words that only join others are not demanded', () => {
  test.each([
    ['L1 vs L2', ['norms']],
    ['L1 vs. L2', ['norms']],
    ['L1 versus L2 penalties', ['norms']],
    ['lanterns without reward model', ['rewarded', 'tuned']],
    ['tuning lanterns via ratings', ['tuned']],
    ['tuning lanterns using ratings', ['tuned']],
    ['herons vs gulls', ['vs']],
    ['"herons vs gulls"', ['vs']],
    ['"herons and gulls"', []],
  ])('%s', (q, ids) => {
    expect(strict(q)).toEqual(ids)
  })

  test('"without" neither excludes nor demands what follows it', () => {
    const ids = find(index, 'sailing lanterns without reward')
    expect(ids).toContain('without')
    expect(ids).toContain('rewarded')
  })
})

describe('A word of several parts, where no paper has all words', () => {
  test.each([
    ['gulls, 76-85 of them, and quills', 'numbers', 'finds either number'],
    ['loss-of-function quills', 'function', 'is not searched by a common word inside it'],
  ])('%s', (q, id) => {
    const own = indexOf(
      indexed('numbers', { title: 'Of 85 harbours, 76 by night', abstract: '' }),
      indexed('function', { title: 'A function', abstract: '' }),
      indexed('common', { title: 'Of lanterns', abstract: '' }),
    )
    expect(find(own, q, { as_typed: true })).toEqual([id])
    own.close()
  })
})

describe('"but not" excludes what follows it, and the answer says so', () => {
  test.each([
    ['diffusion models but not images', ['both', 'text']],
    ['diffusion models, but not for images', ['both', 'text']],
    ['diffusion models for texts, not images', ['both', 'text']],
    ['diffusion models and not images or video', ['text']],
    ['diffusion models except for images', ['both', 'text']],
    ['diffusion models excluding images', ['both', 'text']],
    ['lanterns but not a reward model', ['norms']],
  ])('%s', (q, ids) => {
    expect(strict(q)).toEqual(ids)
    expect(index.search({ q }).interpretation).toMatch(/^Papers with “[a-z ]+” (and “[a-z]+” )?are left out/)
    expect(isPlainQuestion(q)).toBe(false)
  })

  test('but not a paper that has the words themselves', () => {
    expect(strict('necessary but not sufficient lights')).toEqual(['necessary'])
  })

  test.each([
    'lanterns, not only reward',
    '"but not sufficient"',
    'models that do not forget images',
    'but not images',
  ])('Nothing is excluded by %s', (q) => {
    expect(index.search({ q }).interpretation ?? '').not.toContain('left out')
  })
})
