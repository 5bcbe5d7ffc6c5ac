import { describe, expect, test } from 'bun:test'
import { foldFacts } from '#api/services/joining/foldFacts.ts'
import type { StoredFacts } from '#api/store/papers/enriched.ts'

const at = new Date('2026-11-20T03:00:00Z')
const facts = (name: string, known: Partial<StoredFacts>): StoredFacts => ({
  name,
  url: `https://${name}.example.org/lantern`,
  at,
  ...known,
})
const own = {
  metrics: { citations: 2 },
  urls: { abs: 'https://arxiv.org/abs/2611.00001', code: 'https://guess.example' },
}

describe('What other services know about a paper', () => {
  test('is nothing without them', () => {
    expect(foldFacts([{}, { enriched: {} }], own)).toEqual({})
  })

  test('is the highest count of citations, with the service that counted', () => {
    const enriched = { a: facts('Almanac', { citations: 5 }), b: facts('Beacon', { citations: 9 }) }
    expect(foldFacts([{ enriched }], own)).toEqual({
      metrics: { citations: 9 },
      urls: own.urls,
      facts_from: [{ name: 'Beacon', url: 'https://Beacon.example.org/lantern', facts: ['citations'] }],
    })
  })

  test('leaves a count of its own source that is as high, without naming another service', () => {
    const known = foldFacts([{ enriched: { a: facts('Almanac', { citations: 2 }) } }], own)
    expect(known).toEqual({ metrics: { citations: 2 }, urls: own.urls })
  })

  test('is the address of its code instead of a guess, its votes, a summary and a PDF if it has none', () => {
    const enriched = {
      hf: facts('Almanac', {
        upvotes: 31,
        comments: 2,
        code_url: 'https://code.example.org/lantern',
        stars: 120,
        project_url: 'https://lantern.example.org',
        summary: 'It counts lanterns.',
      }),
      s2: facts('Beacon', { pdf_url: 'https://beacon.example.org/lantern.pdf', summary: 'Another sentence.' }),
    }
    expect(foldFacts([{ enriched }], own)).toEqual({
      metrics: { citations: 2, upvotes: 31, comments: 2, stars: 120 },
      urls: {
        abs: own.urls.abs,
        code: 'https://code.example.org/lantern',
        project: 'https://lantern.example.org',
        pdf: 'https://beacon.example.org/lantern.pdf',
      },
      summary: { text: 'It counts lanterns.', name: 'Almanac', url: 'https://Almanac.example.org/lantern' },
      facts_from: [
        { name: 'Almanac', url: 'https://Almanac.example.org/lantern', facts: ['upvotes', 'code', 'stars'] },
        { name: 'Beacon', url: 'https://Beacon.example.org/lantern', facts: ['pdf'] },
      ],
    })
  })

  test('is what a service said last, whichever record of the paper it was asked about', () => {
    const older = { enriched: { a: facts('Almanac', { citations: 9 }) } }
    const newer = { enriched: { a: facts('Almanac', { citations: 8, at: new Date('2026-11-21T03:00:00Z') }) } }
    for (const records of [
      [older, newer],
      [newer, older],
    ])
      expect(foldFacts(records, own).metrics).toEqual({ citations: 8 })
  })
})
