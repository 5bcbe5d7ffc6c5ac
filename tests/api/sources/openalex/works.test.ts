import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskedPaper, Facts } from '#api/sources/enriching.ts'
import { parseWorks } from '#api/sources/openalex/works.ts'
import { toWorkId } from '#api/sources/factValues.ts'
import { indexOf, LANTERN_ABSTRACT, simOpenWork, type SimOpenWork } from '#tests/simulators/openalex.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { article, articles, asked, useOpenalex } from './source.ts'

const start = useOpenalex()
const parse = (results: readonly unknown[], papers: readonly AskedPaper[]) =>
  parseWorks(JSON.stringify({ meta: { count: results.length }, results }), { papers })
/** The facts of one work, or the reason why there are none. */
const factsOf = (changes: Partial<SimOpenWork>, paper = article(1)): Facts | string | undefined => {
  const { facts, rejected } = parse([simOpenWork(1, changes)], [paper])
  return facts.get(paper.id) ?? rejected[0]?.reason
}
const abstractOf = (abstract_inverted_index: unknown) => {
  const facts = factsOf({ abstract_inverted_index })
  return typeof facts === 'object' ? facts.abstract : facts
}

describe('A work of OpenAlex', () => {
  test('becomes facts: page, abstract, citations and PDF', () => {
    expect(factsOf({ title: null })).toEqual({
      url: 'https://openalex.org/W9999000001',
      abstract: LANTERN_ABSTRACT,
      citations: 2,
      pdf_url: 'https://example.org/1.pdf',
    })
  })

  test('may lack everything but its id and that of the paper', () => {
    const { id, doi } = simOpenWork(1)
    expect(parse([{ id, doi }], [article(1)]).facts.get('doi:10.5555/jiv.2026.1')).toEqual({ url: id })
    expect(
      factsOf({ abstract_inverted_index: null, open_access: null, best_oa_location: null, cited_by_count: null }),
    ).toEqual({ url: id })
  })

  test('is about the paper that has one of its ids, in any form, and about no other one', () => {
    expect(factsOf({ doi: 'https://doi.org/10.5555/JIV.2026.1', ids: null })).toMatchObject({ citations: 2 })
    expect(factsOf({ doi: null, ids: { doi: 'https://doi.org/10.5555/jiv.2026.1' } })).toMatchObject({ citations: 2 })
    expect(factsOf({ doi: null }, asked('arxiv:2609.90001', 'pmid:99900001'))).toMatchObject({ citations: 2 })
    expect(factsOf({ doi: 'https://doi.org/10.48550/arxiv.2609.90001' }, asked('arxiv:2609.90001'))).toBeObject()
    expect(factsOf({}, article(2))).toBeUndefined()
    // Found in a list, it is no sign that the paper is the work.
    const locations = [{ landing_page_url: 'https://doi.org/10.5555/jiv.2026.2' }]
    expect(factsOf({ locations }, article(2))).toBeUndefined()
  })

  test('with an abstract is preferred to another record of the same paper', () => {
    const bare = { abstract_inverted_index: null }
    const [one, other] = [simOpenWork(1, bare), simOpenWork(2, { doi: simOpenWork(1).doi })]
    for (const results of [
      [one, other],
      [other, one],
      [other, one, simOpenWork(3, { ...bare, doi: one.doi })],
    ])
      expect(parse(results, [article(1)]).facts.get('doi:10.5555/jiv.2026.1')).toMatchObject({ url: other.id })
  })

  test.each([
    [{ best_oa_location: { pdf_url: 'https://example.org/best.PDF?a=1' } }, 'https://example.org/best.PDF?a=1'],
    [{ best_oa_location: { pdf_url: 'https://example.org/download/636' } }, 'https://example.org/1.pdf'],
    [{ best_oa_location: { pdf_url: 'http://example.org/best.pdf' } }, 'https://example.org/1.pdf'],
    [{ best_oa_location: { pdf_url: 'javascript:alert(1)//.pdf' } }, 'https://example.org/1.pdf'],
    [{ open_access: { oa_url: 'https://example.org/page?file=a.pdf' } }, undefined],
    [{ open_access: { oa_url: 'https://ada:secret@example.org/a.pdf' } }, undefined],
    [{ open_access: { oa_url: 'https://ada@example.org/a.pdf' } }, undefined],
    [{ open_access: { oa_url: null } }, undefined],
  ] as [Partial<SimOpenWork>, string | undefined][])('with %j has the PDF %p', (changes, pdf_url) => {
    const facts = factsOf(changes)
    expect(typeof facts === 'object' ? facts.pdf_url : facts).toBe(pdf_url)
  })

  test.each([
    [{ id: 'https://openalex.org/A9999' }, 'its “id” is missing or has an unexpected form'],
    [{ id: 'https://openalex.org/W1"><script>' }, 'its “id” is missing or has an unexpected form'],
    [{ cited_by_count: 'many' }, 'its “cited_by_count” is missing or has an unexpected form'],
    [{ abstract_inverted_index: { We: '0' } }, 'its “abstract_inverted_index” is missing or has an unexpected form'],
    [
      { abstract_inverted_index: { 'a\nb': [-1] } },
      'its “abstract_inverted_index” is missing or has an unexpected form',
    ],
    [{ ids: [] }, 'its “ids” is missing or has an unexpected form'],
    [{ cited_by_count: -3 }, null],
  ] as [Partial<SimOpenWork>, string | null][])(
    'that is wrong like %j is rejected with the reason, and the others are read',
    (changes, reason) => {
      const { facts, rejected, named } = parse([simOpenWork(1), simOpenWork(2, changes), simOpenWork(3)], articles(3))
      expect(rejected.map((one) => one.reason)).toEqual(reason === null ? [] : [reason])
      expect(facts.has('doi:10.5555/jiv.2026.1') && facts.has('doi:10.5555/jiv.2026.3')).toBeTrue()
      // It is not asked for again alone.
      expect(named).toContain('doi:10.5555/jiv.2026.2')
    },
  )

  test.each([{ entry: null }, { entry: 7 }, { entry: 'text' }, { entry: {} }])(
    'that is $entry is rejected',
    ({ entry }) => {
      const { facts, rejected } = parse([entry, simOpenWork(2)], articles(2))
      expect([facts.size, rejected.length]).toEqual([1, 1])
    },
  )

  test('that is rejected in a list is rejected once', async () => {
    const { simulator, read } = start([simOpenWork(1, { cited_by_count: {} }), simOpenWork(2)])
    const { facts, rejected } = await read(articles(2))
    expect([facts.size, rejected.length, simulator.requests.length]).toEqual([1, 1, 1])
  })

  test('reaches the caller from the parser process as it is', async () => {
    const { read } = start([simOpenWork(1)])
    expect((await read([article(1)])).facts).toEqual(parse([simOpenWork(1)], [article(1)]).facts)
  })
})

/** An abstract of `length` characters that repeats a word. */
const of = (length: number, word = 'lantern') => {
  const text = `${word} `.repeat(Math.ceil(length / (word.length + 1))).slice(0, length)
  return indexOf(text.trimEnd().padEnd(length, 'n'))
}

describe('An abstract of OpenAlex', () => {
  test('has the words in the order of their positions, whatever their gaps and their order are', () => {
    const index = Object.fromEntries(Object.entries(indexOf(LANTERN_ABSTRACT)).toReversed())
    expect(index).not.toEqual({})
    expect(Math.max(...Object.values(index).flat())).toBeGreaterThan(LANTERN_ABSTRACT.split(' ').length)
    expect(abstractOf(index)).toBe(LANTERN_ABSTRACT)
  })

  test('may have words that mean something to JavaScript', () => {
    const text = `${LANTERN_ABSTRACT} constructor __proto__ toString`
    const index = Object.entries(indexOf(LANTERN_ABSTRACT)).map(
      ([word, at]) => `${JSON.stringify(word)}:${JSON.stringify(at)}`,
    )
    const odd = ['"constructor":[901]', '"__proto__":[902]', '"toString":[903]']
    const body = JSON.stringify({ meta: { count: 1 }, results: [simOpenWork(1, { abstract_inverted_index: 'X' })] })
    const { facts } = parseWorks(body.replace('"X"', `{${[...index, ...odd].join()}}`), { papers: [article(1)] })
    expect(facts.get('doi:10.5555/jiv.2026.1')?.abstract).toBe(text)
  })

  test.each([
    { what: '199 characters', index: () => of(199), isOne: false },
    { what: '200 characters', index: () => of(200), isOne: true },
    { what: '6,000 characters', index: () => of(6_000), isOne: true },
    { what: '6,001 characters', index: () => of(6_001), isOne: false },
    { what: 'two letters of five characters', index: () => of(500, '12ab'), isOne: false },
    { what: 'three letters of five characters', index: () => of(500, '1abc'), isOne: true },
    { what: 'no word', index: () => ({}), isOne: false },
    {
      what: 'more positions than it can have',
      // Without a letter, so that the text itself would be an abstract.
      index: () => ({ ...of(500), '': Array.from({ length: 6_000 }, (_, at) => at) }),
      isOne: false,
    },
    { what: 'a word of 10 MB', index: () => ({ ['x'.repeat(10_000_000)]: [0] }), isOne: false },
  ])('with $what is one: $isOne', ({ index, isOne }) => {
    expect(abstractOf(index()) !== undefined).toBe(isOne)
  })

  test('is clean', () => {
    const abstract = abstractOf(
      indexOf(`${LANTERN_ABSTRACT} <jats:p>Owls\u0000</jats:p> &lt;b&gt;see&lt;/b&gt; <script>x</script> more.`),
    )
    expect(abstract).toStartWith(LANTERN_ABSTRACT)
    expect(abstract).not.toMatch(/<|&lt;|x/)
    expect(abstract).not.toContain('\u0000')
  })
})

describe('An answer of OpenAlex', () => {
  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"results":[]}',
    '{"meta":{"count":1},"results":{}}',
    '<html>',
    '{"meta":{"count":2},"results":[{}]}',
  ])('is no list: %p', (body) => {
    expect(() => parseWorks(body, { papers: [] })).toThrow(SyntaxError)
  })

  test('has no more works than were asked for', () => {
    const body = JSON.stringify({ meta: { count: 3 }, results: [{}, {}, {}] })
    expect(() => parseWorks(body, { papers: [], max: 2 })).toThrow('it has 3 works')
  })

  test('with a work that is nested too deeply keeps the others', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const body = JSON.stringify({ meta: { count: 2 }, results: [simOpenWork(1, { ids: 'X' }), simOpenWork(2)] })
    const { facts, rejected } = parseWorks(body.replace('"X"', deep), { papers: articles(2) })
    expect([[...facts.keys()], rejected[0]?.reason]).toEqual([
      ['doi:10.5555/jiv.2026.2'],
      'its “ids” is missing or has an unexpected form',
    ])
  })

  test('that is not UTF-8 has no facts from a damaged work', () => {
    const results = [simOpenWork(1, { abstract_inverted_index: { 'Lan\uFFFDterns': [0] } }), simOpenWork(2)]
    const body = JSON.stringify({ meta: { count: 2 }, results })
    const { facts, rejected } = parseWorks(body, { papers: articles(2), invalidUtf8: true })
    expect([[...facts.keys()], rejected[0]?.reason]).toEqual([['doi:10.5555/jiv.2026.2'], 'it is not valid UTF-8'])
  })
})

const FOLDER = 'openalex'
if (hasRealData(FOLDER, 'recorded answers of OpenAlex'))
  test('every recorded answer is read: a work that was asked for has facts', async () => {
    const table: Record<string, unknown>[] = []
    for (const name of (await readdir(join(REAL_DATA, FOLDER))).toSorted()) {
      const answer = (await Bun.file(join(REAL_DATA, FOLDER, name)).json()) as {
        meta?: { count: number }
        results: { doi: string }[]
      }
      const body = JSON.stringify({ meta: { count: answer.results.length }, ...answer })
      const papers = answer.results.map(({ doi }) => asked(toWorkId(doi) ?? ''))
      const { facts, rejected } = parseWorks(body, { papers, max: answer.results.length })
      expect(rejected).toEqual([])
      // One work is in a list twice.
      expect(facts.size).toBe(new Set(papers.map(({ id }) => id)).size)
      const filled = (field: keyof Facts) => [...facts.values()].filter((one) => one[field] !== undefined).length
      table.push({
        name,
        works: answer.results.length,
        facts: facts.size,
        rejected: rejected.length,
        abstract: filled('abstract'),
        citations: filled('citations'),
        pdf_url: filled('pdf_url'),
      })
      // Each alone, as a single work is sent.
      for (const [index, work] of answer.results.entries())
        expect(
          parseWorks(JSON.stringify(work), { papers: papers.slice(index, index + 1), isSingle: true }).facts.size,
        ).toBe(1)
    }
    console.table(table)
  })
