import { describe, expect, test } from 'bun:test'
import { parseWorks } from '#api/sources/crossref/records.ts'
import { simWork } from '#tests/simulators/simWorks.ts'

/** The links of an article with this field. */
function linksOf(relation: unknown) {
  const message = { items: [{ ...simWork(), relation }] }
  const { records } = parseWorks(JSON.stringify({ status: 'ok', 'message-type': 'work-list', message }), {})
  return records[0]?.links
}
const relate = (id: string, type = 'doi') => [{ 'id-type': type, id, 'asserted-by': 'subject' }]

describe('The relations of an article', () => {
  test.each([
    ['has-preprint', relate('10.48550/arXiv.2609.90001'), 'has-preprint', 'arxiv:2609.90001'],
    ['has-preprint', relate('2609.90001v2', 'arxiv'), 'has-preprint', 'arxiv:2609.90001'],
    ['has-preprint', relate('https://arxiv.org/abs/2609.90001', 'arxiv'), 'has-preprint', 'arxiv:2609.90001'],
    ['is-preprint-of', relate('10.5555/B'), 'preprint-of', 'doi:10.5555/b'],
    ['has-version', relate('10.5555/b'), 'version-of', 'doi:10.5555/b'],
    ['is-version-of', relate('https://doi.org/10.5555/b', 'DOI'), 'version-of', 'doi:10.5555/b'],
    ['is-same-as', relate('10.5555/b'), 'same-as', 'doi:10.5555/b'],
  ])('%s %j is %s %s', (name, list, type, to) => {
    expect(linksOf({ [name]: list })).toEqual([{ type, to, by: 'publisher' }] as never)
  })

  test.each([
    { 'is-comment-on': relate('10.5555/b') },
    { 'has-review': relate('10.5555/b') },
    { references: relate('10.5555/b') },
    { 'has-preprint': relate('PMC123', 'pmcid') },
    { 'has-preprint': relate('nonsense') },
    // A name that every object of JavaScript has.
    Object.fromEntries([['constructor', relate('10.5555/b')]]),
    { 'has-preprint': [{ 'id-type': 'doi' }, null] },
    { 'has-preprint': 'text' },
    // Itself, in other letters.
    { 'is-same-as': relate('10.5555/JIV.2026.0011') },
    {},
    null,
    'text',
    undefined,
  ])('%j joins nothing', (relation) => {
    expect(linksOf(relation)).toBeUndefined()
  })

  test('each is there once', () => {
    expect(linksOf({ 'has-preprint': [...relate('10.5555/b'), ...relate('10.5555/B')] })).toHaveLength(1)
  })
})
