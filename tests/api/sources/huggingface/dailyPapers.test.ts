import { describe, expect, test } from 'bun:test'
import { parseDailyPapers } from '#api/sources/huggingface/dailyPapers.ts'

/** The entry of a list with these fields of the paper. */
const entry = (paper: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  paper: { id: '2611.90001', ...paper },
  ...more,
})
const read = (...items: unknown[]) => parseDailyPapers(JSON.stringify(items), {})
const summaryOf = (ai_summary: string) => read(entry({ ai_summary })).entries[0]?.facts.summary
const URL_OF_PAPER = 'https://huggingface.co/papers/2611.90001'

describe('A paper of a list', () => {
  test.each([
    ['https://github.com/example/lantern', 'https://github.com/example/lantern'],
    [' https://gitlab.com/example/a/b?tab=x#top ', 'https://gitlab.com/example/a/b?tab=x'],
    ['https://huggingface.co/example/lantern', 'https://huggingface.co/example/lantern'],
    ['http://github.com/example/lantern', undefined],
    ['https://github.com/', undefined],
    ['https://github.com.example.org/lantern', undefined],
    ['https://github.com@example.org/lantern', undefined],
    ['javascript:alert(1)', undefined],
    [`https://github.com/${'a'.repeat(3_000)}`, undefined],
    ['', undefined],
    [null, undefined],
  ])('with the repository %j has the code %j', (githubRepo, code_url) => {
    const { entries } = read(entry({ githubRepo, githubStars: 3 }))
    // Stars are those of a repository.
    expect(entries[0]?.facts).toEqual({ url: URL_OF_PAPER, ...(code_url && { code_url, stars: 3 }) })
  })

  test.each([
    ['https://example.org/lantern#top', 'https://example.org/lantern#top'],
    ['http://example.org/lantern', undefined],
    ['https://github.com@example.org/lantern', undefined],
    ['https://', undefined],
    ['example.org', undefined],
  ])('with the project page %j has the project %j', (projectPage, project_url) => {
    const { facts } = read(entry({ projectPage })).entries[0] ?? {}
    expect(facts).toEqual({ url: URL_OF_PAPER, ...(project_url && { project_url }) })
  })

  test('has only counts that can be counts', () => {
    for (const count of [-1, 1.5, 1e300, null])
      expect(read(entry({ upvotes: count }, { numComments: count })).entries[0]?.facts).toEqual({ url: URL_OF_PAPER })
    expect(read(entry({ upvotes: 0 }, { numComments: 7 })).entries[0]?.facts).toMatchObject({ upvotes: 0, comments: 7 })
  })

  test('has a summary of one line and limited length, without control characters', () => {
    expect(summaryOf('A\u0000 bench\u202Emark \n\n of\tlanterns')).toBe('A benchmark of lanterns')
    expect(summaryOf('lantern '.repeat(1_300_000))).toHaveLength(600)
    expect(summaryOf(' \u0007 ')).toBeUndefined()
  })

  test('that cannot be used is rejected with the reason, and the others are read', () => {
    const authors = Array.from({ length: 3_000 }, (_, index) => ({ name: `Mirela Quillfeather ${index}` }))
    const { entries, rejected, count } = read(
      entry({ id: 'lantern' }),
      entry({ upvotes: '31' }),
      entry({}, { numComments: {} }),
      { title: 'Counting Lanterns' },
      null,
      [],
      'a text',
      entry({ id: 'arXiv:2611.90002v3', authors }),
    )
    expect(entries.map(({ ids }) => ids)).toEqual([['arxiv:2611.90002']])
    expect(count).toBe(8)
    expect(rejected.map(({ reason }) => reason)).toEqual([
      '“lantern” is not an arXiv id',
      'its “paper/upvotes” is missing or has an unexpected form',
      'its “numComments” is missing or has an unexpected form',
      'its “paper” is missing or has an unexpected form',
      'it is no record of a paper',
      'it is no record of a paper',
      'it is no record of a paper',
    ])
    expect(rejected[1]?.raw).toBe('{"paper":{"id":"2611.90001","upvotes":"31"}}')
    expect(read(entry({ id: 'a'.repeat(10_000_000) })).rejected[0]?.raw).toHaveLength(64 * 1024)
  })

  test('with bytes that are not UTF-8 is rejected', () => {
    const body = JSON.stringify([entry({ ai_summary: 'J\uFFFDo' }), entry({ ai_summary: 'Jo' })])
    const { entries, rejected } = parseDailyPapers(body, { invalidUtf8: true })
    expect(entries).toHaveLength(1)
    expect(rejected.map(({ reason }) => reason)).toEqual(['it is not valid UTF-8'])
  })

  test('nested too deeply does not stop the others', () => {
    const deep = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`
    const { entries } = parseDailyPapers(`[{"paper":{"id":"2611.90001","x":${deep}}}]`, {})
    expect(entries).toHaveLength(1)
  })
})

test.each(['{}', 'null', '"[]"', '[', '<html>'])('%s is no list', (body) => {
  expect(() => parseDailyPapers(body, {})).toThrow(SyntaxError)
})
