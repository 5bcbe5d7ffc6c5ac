import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRefusal, parseWorks } from '#api/sources/crossref/records.ts'
import type { SimWork } from '#tests/simulators/crossref.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'

const list = (...items: unknown[]) =>
  parseWorks(JSON.stringify({ status: 'ok', 'message-type': 'work-list', message: { items } }), {})
const one = (changes: Partial<SimWork> = {}) => {
  const { records, rejected } = list(simWork(changes))
  return records[0] ?? rejected[0]?.reason
}

const pdf = (URL: string, application = 'text-mining') => ({
  URL,
  'content-type': 'application/pdf',
  'intended-application': application,
})

describe('A record of Crossref', () => {
  test('becomes a paper with its title, abstract, names, venue, licence and links', () => {
    expect(one()).toMatchObject({
      id: 'doi:10.5555/jiv.2026.0011',
      source: 'crossref',
      source_id: '10.5555/jiv.2026.0011',
      version: null,
      kind: 'article',
      title: 'Counting Lanterns in H2O',
      abstract: 'We introduce LanternBench.\n\nMethods: We count <lanterns> by night.',
      authors: [
        { name: 'Mirela Quillfeather', affiliation: 'Institute of Invented Studies', orcid: '0000-0002-1825-0097' },
        { name: 'Lantern Consortium' },
      ],
      categories: [],
      primary_category: null,
      published_at: new Date('2026-09-20'),
      published_precision: 'day',
      announced_on: null,
      announce_type: null,
      doi: '10.5555/jiv.2026.0011',
      venue: { name: 'Journal of Imaginary Vision', volume: '3', issue: '1', pages: '11-29' },
      journal_ref: 'Journal of Imaginary Vision 3 (1), 11-29 (2026)',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      pdf_url: 'https://example.org/0011.pdf',
      citations: 2,
    })
  })

  test.each([
    [{ 'date-parts': [[2026]] }, '2026-01-01', 'year'],
    [{ 'date-parts': [[2026, 9]] }, '2026-09-01', 'month'],
    [{ 'date-parts': [['2026', 9, 5]] }, '2026-09-05', 'day'],
    // No date: the next field that has one counts, here `issued`.
    [{ 'date-parts': [[null]] }, '2026-09-01', 'month'],
    [{ 'date-parts': [] }, '2026-09-01', 'month'],
    [null, '2026-09-01', 'month'],
    [{ 'date-parts': [[20_269, 1, 1]] }, '2026-09-01', 'month'],
  ])('with the date %j is of %s, known to the %s', (date, day, precision) => {
    const work = one({ 'published-online': date, published: undefined })
    expect(work).toMatchObject({ published_at: new Date(day), published_precision: precision })
  })

  test('needs a DOI and a title, and is one of a paper; the reason is said, and the others of its page are read', () => {
    const { records, rejected } = list(
      simWork({ title: [] }),
      simWork({ DOI: '10.5555/no-title', title: undefined }),
      simWork({ DOI: '10.5555/blank', title: ['  <i></i> '] }),
      simWork({ type: 'journal', DOI: '10.5555/JIV' }),
      simWork({ DOI: '10.5555/odd', author: 'Ada Linde' }),
      { title: ['No DOI'] },
      { DOI: { toString: 1 } },
      null,
      simWork({ DOI: '10.5555/Good' }),
    )
    expect(records.map(({ id }) => id)).toEqual(['doi:10.5555/good'])
    expect(rejected.map(({ source_id, reason }) => [source_id, reason])).toEqual([
      ['10.5555/jiv.2026.0011', 'it has no title'],
      ['10.5555/no-title', 'it has no title'],
      ['10.5555/blank', 'it has no title'],
      ['10.5555/jiv', 'it is a journal, not a paper'],
      ['10.5555/odd', 'its “author” is missing or has an unexpected form'],
      [undefined, 'its “DOI” is missing or has an unexpected form'],
      [undefined, 'its “DOI” is missing or has an unexpected form'],
      [undefined, 'it is no record of a paper'],
    ])
  })

  test('may lack everything else, have nulls, or a text in place of a list', () => {
    expect(one({ title: 'A title', author: null, abstract: null, 'container-title': [], link: null })).toMatchObject({
      title: 'A title',
      authors: [],
      abstract: null,
      journal_ref: null,
    })
    expect(list({ DOI: '10.5555/bare', title: ['Bare'] }).records).toMatchObject([
      { kind: 'other', published_at: null },
    ])
    expect(
      one({ author: [{ family: 'Óðinsson' }, { given: 'Ada', family: 'Linde', suffix: 'Jr' }, {}] }),
    ).toMatchObject({
      authors: [{ name: 'Óðinsson' }, { name: 'Ada Linde Jr' }],
    })
    expect(one({ subtitle: ['A survey'] })).toMatchObject({ title: 'Counting Lanterns in H2O: A survey' })
    expect(one({ subtitle: ['counting lanterns'] })).toMatchObject({ title: 'Counting Lanterns in H2O' })
  })

  test.each([
    ['10.26434/chemrxiv-2025-ABC1D', 'doi:10.26434/chemrxiv-2025-abc1d', 1],
    ['10.26434/chemrxiv-2025-abc1d-v2', 'doi:10.26434/chemrxiv-2025-abc1d', 2],
    ['10.26434/chemrxiv.10009991/v3', 'doi:10.26434/chemrxiv.10009991', 3],
    ['10.21203/rs.3.rs-1234567/v1', 'doi:10.21203/rs.3.rs-1234567', 1],
    ['10.20944/preprints202611.0123.v1', 'doi:10.20944/preprints202611.0123', 1],
    ['10.31234/osf.io/ab3de_v2', 'doi:10.31234/osf.io/ab3de', 2],
    ['10.22541/au.1234.5/v1', 'doi:10.22541/au.1234.5', 1],
    ['10.7554/eLife.90001.2', 'doi:10.7554/elife.90001', 2],
    ['10.7554/eLife.90001', 'doi:10.7554/elife.90001', null],
    ['10.12688/f1000research.90001.2', 'doi:10.12688/f1000research.90001', 2],
    ['10.64898/2026.01.02.999001', 'doi:10.64898/2026.01.02.999001', null],
    ['10.5555/x.v1', 'doi:10.5555/x.v1', null],
  ])('with the DOI %s has the id %s and the version %p', (DOI, id, version) => {
    expect(one({ DOI })).toMatchObject({ id, version, doi: DOI.toLowerCase() })
  })

  test('links to a PDF that people can open, and not to one for programs', () => {
    const link = [
      pdf('https://api.press.example.org/articles/11?httpAccept=application/pdf'),
      pdf('https://press.example.org/checked.pdf', 'similarity-checking'),
      pdf('https://press.example.org/11.pdf'),
    ]
    expect(one({ link })).toMatchObject({ pdf_url: 'https://press.example.org/11.pdf' })
    expect(one({ link: link.slice(0, 2) })).not.toHaveProperty('pdf_url')
  })

  test('of a preprint names its server, and links only to web addresses', () => {
    expect(
      one({
        type: 'posted-content',
        subtype: 'preprint',
        'container-title': [],
        institution: [{ name: 'bioRxiv' }],
        link: [{ URL: 'javascript:alert(1)', 'content-type': 'application/pdf' }],
        license: [{ URL: 'javascript:alert(1)', 'content-version': 'vor' }],
      }),
    ).toMatchObject({ kind: 'preprint', venue: { name: 'bioRxiv' }, journal_ref: null, license: null })
  })
})

test('a record that is nested too deeply is refused, or left out with a reason', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const body = `{"message-type":"work-list","message":{"items":[{"DOI":"10.5555/a","title":7,"x":${deep}}]}}`
  let outcome = ''
  try {
    outcome = parseWorks(body, {}).rejected[0]?.reason ?? 'read'
  } catch (error) {
    outcome = error instanceof SyntaxError ? 'refused' : String(error)
  }
  expect(['refused', 'its “title” is missing or has an unexpected form']).toContain(outcome)
})

test('anything but records of works is no answer', () => {
  for (const body of [
    '',
    '<html>429</html>',
    '{"status":"ok"',
    '[]',
    'null',
    '{"message-type":"member-list","message":{"items":[]}}',
  ])
    expect(() => parseWorks(body, {})).toThrow(SyntaxError)
  expect(parseRefusal('{"status":"failed","message":[{"type":"x","message":"Not so. "}]}')).toBe('Not so.')
  expect(parseRefusal('<html>')).toBeNull()
})

interface Recording {
  status: number
  json?: { 'message-type'?: string; message?: { items?: unknown[] } }
  text?: string
}

const FOLDER = 'crossref'
if (hasRealData(FOLDER, 'recorded answers of Crossref'))
  test('every recorded answer is read: each work is a record or has a reason, all others are refused', async () => {
    const seen = { records: 0, rejected: 0, refused: 0 }
    for (const name of await readdir(join(REAL_DATA, FOLDER))) {
      const { status, json, text } = (await Bun.file(join(REAL_DATA, FOLDER, name)).json()) as Recording
      const body = text ?? JSON.stringify(json)
      const type = json?.['message-type'] ?? ''
      if (status !== 200 || !/^work(?:-list)?$/.test(type)) {
        if (type !== 'journal-list') expect(() => parseWorks(body, {})).toThrow(SyntaxError)
        seen.refused += 1
        continue
      }
      const { records, rejected } = parseWorks(body, {})
      expect(records.length + rejected.length).toBe(json?.message?.items?.length ?? 1)
      seen.records += records.length
      seen.rejected += rejected.length
      for (const { title, abstract, authors, journal_ref } of records)
        for (const words of [title, abstract ?? '', journal_ref ?? '', ...authors.map((author) => author.name)])
          expect(words).not.toMatch(/<\/?(?:jats:|mml:|[ib]>|su[bp]>)|&(?:amp|lt|gt);/)
      for (const { reason } of rejected) expect(reason).toMatch(/^it (?:has no title|is .*not a paper)/)
    }
    expect(seen.records).toBeGreaterThan(30)
  })
