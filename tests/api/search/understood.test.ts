import { afterAll, describe, expect, test } from 'bun:test'
import { guessLanguage } from '#api/search/query/language.ts'
import { indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const paper = (id: string, title: string, author: string, year = 2026) =>
  indexed(id, {
    title,
    abstract: 'Nothing else.',
    authors: ['Odile Heron', author],
    dated_at: `${year}-05-04T00:00:00.000Z`,
  })

describe('A bare year', () => {
  const index = indexOf(
    paper('theirs', 'Diffusion of lanterns', 'Ru Wang', 2025),
    paper('older', 'Diffusion of lanterns again', 'Ru Wang', 2024),
    paper('mentions', 'The 2025 lanterns of a harbour', 'Ru Wang', 2025),
    paper('named', 'Results on HeronNet 2012', 'Tea Lio', 2026),
    paper('dated', 'A first look at HeronNet', 'Tea Lio', 2012),
    paper('other', 'Lanterns in 1850', 'Tea Lio', 2026),
  )
  afterAll(() => index.close())
  const strict = (q: string) =>
    index
      .search({ q })
      .hits.flatMap(({ id, some_words }) => (some_words ? [] : [id]))
      .toSorted()

  test.each([
    ['wang 2025 diffusion', ['theirs']],
    ['2025 diffusion', ['theirs']],
    ['lanterns 2024', ['older']],
    ['diffusion 2024-2025', ['older', 'theirs']],
    ['diffusion 2023–2024', ['older']],
    ['lanterns "2025"', ['mentions']],
    ['HeronNet 2012', ['dated', 'named']],
    ['lanterns 1850', ['other']],
    ['year:2025 diffusion', ['theirs']],
    ['lanterns 2150', ['mentions', 'older', 'other', 'theirs']],
  ])('%s', (q, ids) => {
    expect(strict(q)).toEqual(q.endsWith('2150') ? [] : ids)
  })

  test('is said to be read as a year, and how it is searched as a word', () => {
    const { interpretation } = index.search({ q: 'wang 2025 diffusion' })
    expect(interpretation).toContain('“2025” is read as a year: papers of 2025, or with “2025” in their text.')
    expect(interpretation).toContain('"2025"')
    for (const q of ['lanterns "2025"', 'lanterns year:2025', 'title:2025', 'lanterns 2150'])
      expect(index.search({ q }).interpretation ?? '').not.toContain('is read as a year')
  })

  test('is not demanded when no paper of that year has the words', () => {
    const { hits, total_all_words, note } = index.search({ q: 'HeronNet results 2019' })
    expect(hits.map(({ id }) => id)).toEqual(['named', 'dated'])
    expect([total_all_words, note]).toEqual([0, 'No paper has all of these words; these have some of them.'])
  })

  test('of which the library has no paper is a word, also where no paper has all words', () => {
    const own = indexOf(
      paper('about', 'A harbour from 1999 to 2004', 'Tea Lio'),
      paper('from', 'A harbour from night to day', 'Tea Lio'),
      ...Array.from({ length: 8 }, (_, n) => paper(`other-${n}`, 'Quills', 'Tea Lio')),
    )
    for (const q of ['tides of a harbour in 1999', 'tides of a harbour 1999-2004']) {
      const { hits, interpretation } = own.search({ q })
      const [about, from] = ['about', 'from'].map((id) => hits.find((hit) => hit.id === id)?.score ?? 0)
      expect(about).toBeGreaterThan(2 * (from ?? 0))
      expect(interpretation).not.toContain('year')
    }
    own.close()
  })

  test('at the end of a text that is being typed is no beginning of a word', () => {
    expect(index.search({ q: 'diffusion 2025', typing: true }).hits[0]?.id).toBe('theirs')
  })
})

describe('Words side by side that name an author of the library', () => {
  const index = indexOf(
    paper('one', 'Of tides', 'José Garcín'),
    paper('one-older', 'Of harbours by José', 'José Garcín', 2020),
    indexed('two', { title: 'Garcín and José on José, Garcín and tides', authors: ['José Lind', 'Ana Garcín'] }),
    indexed('two-more', {
      title: 'José of tides',
      abstract: 'Garcín. José. Garcín.',
      authors: ['José Moe', 'Li Garcín'],
    }),
    paper('xiaoming', 'On tides', 'Xiaomin Li'),
    indexed('others', { title: 'Tides', authors: ['Xiaomin Zhang', 'Xiaolu Li', 'Wei Li'] }),
    paper('initial', 'Of tides', 'X. Li'),
    paper('particle', 'Of tides', 'Tea De Lio'),
    indexed('parts', { title: 'De tides: de Lio, or Lio de', authors: ['De Wong', 'Ana Lio'] }),
    paper('silva', 'A tide', 'Anselmo do Porto e Sousa'),
    indexed('silvas', { title: 'E tide of Porto', authors: ['Ana Porto', 'Rui Sousa'] }),
    paper('hyphen', 'Tides', 'Rowan Ashe-Linden'),
    paper('plain', 'Tides of Linden', 'Rowan Ashe'),
    paper('bell', 'Tides of iron', 'A. Bell'),
    indexed('bells', { title: 'A bell for tides', authors: ['Odile Heron'] }),
    ...Array.from({ length: 8 }, (_, n) =>
      indexed(`thing-${n}`, { title: `The amber lamp of tides ${n}`, authors: ['Odile Heron'] }),
    ),
    paper('lamp', 'Amber, tides and a lamp', 'Amber Lamp'),
  )
  afterAll(() => index.close())
  const first = (q: string, count = 1) =>
    index
      .search({ q })
      .hits.slice(0, count)
      .map(({ id }) => id)

  test.each([
    ['José Garcín', ['one', 'one-older']],
    ['Jose Garcin', ['one', 'one-older']],
    ['Garcín, José', ['one', 'one-older']],
    ['José Garcín tides', ['one']],
    ['Xiaomin Li', ['xiaoming']],
    ['Li Xiaomin tides', ['xiaoming']],
    ['De Lio', ['particle']],
    ['de lio tides', ['particle']],
    ['do Porto e Sousa', ['silva']],
    ['tides Ashe-Linden', ['hyphen']],
  ])('%s: papers by that person come first', (q, ids) => {
    expect(first(q, ids.length)).toEqual(ids)
    expect(index.search({ q }).interpretation).toMatch(/^Papers by “[^”]+” come first\./)
  })

  test('An author with the initial of the given name is not known to be that person', () => {
    const initial = index.search({ q: 'Xiaomin Li' }).hits.find(({ id }) => id === 'initial')
    expect(initial?.some_words).toBe(true)
  })

  test('are still found as words, behind them', () => {
    const { hits, total } = index.search({ q: 'José Garcín' })
    expect(
      hits
        .slice(2, 4)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['two', 'two-more'])
    expect(total).toBe(4)
    expect(index.search({ q: 'José Garcín', sort: 'newest' }).total).toBe(hits.length)
  })

  test('A family name with a hyphen is not searched by its parts', () => {
    expect(index.search({ q: 'Ashe-Linden' }).hits.map(({ id }) => id)).toEqual(['hyphen'])
  })

  test.each(['a bell', 'amber lamp', '"José Garcín"', 'title:José Garcín', 'tides of iron'])('not in %s', (q) => {
    expect(index.search({ q }).interpretation ?? '').not.toContain('come first')
  })
})

describe('What no paper has', () => {
  const index = indexOf(paper('alpha', 'The alpha of a lantern', 'Tea Lio'), paper('beta', 'A beta lantern', 'Tea Lio'))
  afterAll(() => index.close())

  test('a name with a Greek letter is not searched by the letter', () => {
    expect(index.search({ q: '$\\alpha$-XuBr$_3$' }).total).toBe(0)
    for (const q of ['α-XuBr3', 'alpha-XuBr3'])
      expect(index.search({ q })).toMatchObject({ total: 0, interpretation: `No paper in the library has “${q}”.` })
    expect(index.search({ q: 'beta α-XuBr3' }).hits.map(({ id }) => id)).toEqual(['beta'])
  })

  test.each([
    ['zzyzx', '“zzyzx”'],
    ['lantern zzyzx qwrtp', '“zzyzx” or “qwrtp”'],
    ['"lantern alpha" beta', '“lantern alpha”'],
  ])('is named: %s', (q, words) => {
    expect(index.search({ q, as_typed: true }).interpretation).toBe(`No paper in the library has ${words}.`)
  })

  test('but not while some papers have all words', () => {
    expect(index.search({ q: 'lantern' }).interpretation).toBeUndefined()
  })
})

describe('A question in another language', () => {
  test.each([
    ['apprentissage par renforcement', 'French'],
    ['réseaux neuronaux', 'French'],
    ['künstliche Intelligenz', 'German'],
    ['tiefe neuronale Netze', 'German'],
    ['aprendizaje profundo', 'Spanish'],
    ['apprendimento automatico', 'Italian'],
    ['强化学习', 'Chinese'],
    ['強化学習の応用', 'Japanese'],
    ['강화 학습', 'Korean'],
    ['обучение с подкреплением', 'a language in Cyrillic letters'],
  ])('%s is answered with a note that the search reads English', (q, language) => {
    const index = indexOf(paper('one', 'Reinforcement learning', 'Tea Lio'))
    const { interpretation, corrected_to } = index.search({ q })
    expect(interpretation).toContain(`This looks like ${language}. The search and its language model read English`)
    expect(corrected_to).toBeUndefined()
    index.close()
  })

  test.each([
    'graph attention for images',
    'José Garcín',
    'Schrödinger equation',
    'Poincaré duality',
    'Ortelio y Casset',
    'van der Waals',
    'α-RuCl3',
    'MIT dataset',
    'performance on par with humans',
    'Lorenz attractor',
    'lung cancer',
    'Los Alamos',
  ])('%s is English', (q) => {
    expect(guessLanguage(q)).toBeNull()
  })
})
