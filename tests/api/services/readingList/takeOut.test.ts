import { describe, expect, test } from 'bun:test'
import { parse as readCsv } from 'csv-parse/sync'
import { marked } from 'marked'
import { EXPORT_SELECTION_MAX } from '#api/contract/limits.ts'
import { readBibtex } from '#tests/api/support/bibtexGrammar.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useApp } from '#tests/support/app.ts'

const { as, app, tokenOf, signedOut } = useApp()

/** The body of a file with its headers, without the client, which parses some of them. */
async function download(path: string) {
  const headers = { authorization: `Bearer ${await tokenOf('ada')}` }
  const response = await app.handle(new Request(`http://localhost/api${path}`, { headers }))
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const cite = (number: number, format: string) => download(`/papers/${paperId(number)}/citation?format=${format}`)
const exportList = (format: string, ids: readonly string[] = []) =>
  download(
    `/users/me/reading-list/export?${new URLSearchParams([['format', format], ...ids.map((id) => ['ids', id])])}`,
  )

const idsIn = (text: string) => JSON.parse(text).items.map(({ id }: { id: string }) => id)

/** A paper with everything that a format could misread. */
const hostile = {
  title: 'R&D at 100%: $\\{x_1\\}$ and {un_closed of Night',
  title_segments: [
    { text: 'R&D at 100%: ' },
    { tex: '\\{x_1\\} \\in \\mathbb{R}', display: false },
    { text: ' and {un_closed of Night ' },
    { tex: '\\frac{a', display: false },
  ],
  abstract: 'First line.\n\nER  - second paragraph that is longer than seventy characters, as abstracts are.',
  abstract_segments: [
    { text: 'First line.\n\nER  - second paragraph that is longer than seventy characters, as abstracts are.' },
  ],
  authors: [
    { name: 'Tomás Óðinsson' },
    { name: '李明' },
    { name: 'Jan van der Berg Jr' },
    { name: 'The R&D and Lyre Collaboration' },
  ],
  doi: '10.5555/a_b{c}',
  journal_ref: 'J. Inv. Skies 12, 44 & 45',
  categories: ['cs.LG', 'stat.ML'],
}

async function fill() {
  await storePapers([1], hostile)
  await storePapers([2], { title: '=1+1', title_segments: [{ text: '=1+1' }], authors: [{ name: '@home "group"' }] })
  const items = [
    { paper_id: paperId(1), notes: '-2 apples,\n"quoted" *so*', tags: ['lab', '+later'] },
    { paper_id: paperId(2), status: 'done' as const },
  ]
  const ids: string[] = []
  for (const item of items) ids.push((await as('ada').users.me['reading-list'].post(item)).data!.id)
  return ids
}

describe('citing a paper', () => {
  test('writes BibTeX that a strict reader accepts, with all letters and the arXiv fields', async () => {
    await storePapers([1], hostile)
    const { headers, text } = await cite(1, 'bibtex')
    expect(headers.get('content-type')).toBe('application/x-bibtex; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="odinsson2026-2611.00001.bib"')
    expect(readBibtex(text)).toEqual([
      {
        type: 'misc',
        key: 'odinsson2026-2611.00001',
        fields: {
          title: String.raw`{R\&D} at 100\%: {$\lbrace x_1\rbrace \in \mathbb{R}$} and \textbraceleft{}un\_closed of {Night} {frac a}`,
          author: 'Óðinsson, Tomás and {李明} and van der Berg, Jr, Jan and {The R\\&D and Lyre Collaboration}',
          doi: '10.5555/a_b%7Bc%7D',
          note: String.raw`J. Inv. Skies 12, 44 \& 45`,
          url: 'https://arxiv.org/abs/2611.1',
          year: '2026',
          eprint: '2611.00001',
          archivePrefix: 'arXiv',
          primaryClass: 'cs.LG',
        },
      },
    ])
  })

  test('writes RIS with one line for each value, CSL-JSON, and a line of text', async () => {
    await storePapers([1], hostile)
    const lines = (await cite(1, 'ris')).text.split('\r\n')
    expect(lines.slice(0, -1).filter((line) => !/^[A-Z][A-Z0-9] {2}- /.test(line))).toEqual([])
    expect(lines.filter((line) => /^(TY|AU|ID|ER|DO|PY|DA)/.test(line))).toEqual([
      'TY  - UNPB',
      'ID  - odinsson2026-2611.00001',
      'AU  - Óðinsson, Tomás',
      'AU  - 李明',
      'AU  - van der Berg, Jan, Jr',
      'AU  - The R&D and Lyre Collaboration',
      'DA  - 2026/11/18/',
      'PY  - 2026',
      'DO  - 10.5555/a_b{c}',
      'ER  - ',
    ])
    expect(lines.find((line) => line.startsWith('AB'))).toBe(`AB  - ${hostile.abstract.replace(/\s+/g, ' ')}`)
    expect(JSON.parse((await cite(1, 'csl')).text)).toMatchObject([
      { id: 'odinsson2026-2611.00001', type: 'article', DOI: hostile.doi, number: 'arXiv:2611.00001' },
    ])
    expect((await cite(1, 'text')).text).toBe(
      'Óðinsson, T., 李明, van der Berg, J., Jr, & The R&D and Lyre Collaboration (2026). ' +
        'R&D at 100%: {x₁} ∈ ℝ and {un_closed of Night frac a. arXiv:2611.00001 [cs.LG]. ' +
        'J. Inv. Skies 12, 44 & 45. https://doi.org/10.5555/a_b{c}\n',
    )
  })

  test('is 404 for an unknown paper, 422 for an unknown format and 401 without a token', async () => {
    await storePapers([1])
    expect((await cite(9, 'bibtex')).status).toBe(404)
    expect((await cite(1, 'word')).status).toBe(422)
    expect((await signedOut.papers({ id: paperId(1) }).citation.get({ query: { format: 'ris' } })).status).toBe(401)
  })
})

describe('exporting the reading list', () => {
  test('writes CSV that a parser reads back, without spreadsheet formulas', async () => {
    await fill()
    const rows = readCsv((await exportList('csv')).text, { columns: true }) as Record<string, string>[]
    expect(
      rows.map(({ id, title, authors, status, tags, notes }) => [id, title, authors, status, tags, notes]),
    ).toEqual([
      [paperId(2), "'=1+1", `'@home "group"`, 'done', '', ''],
      [
        paperId(1),
        'R&D at 100%: {x₁} ∈ ℝ and {un_closed of Night frac a',
        'Tomás Óðinsson; 李明; Jan van der Berg Jr; The R&D and Lyre Collaboration',
        'to_read',
        'lab; +later',
        `'-2 apples,\n"quoted" *so*`,
      ],
    ])
  })

  test('writes each paper once in BibTeX, RIS and CSL-JSON, under the key of its citation', async () => {
    await fill()
    const keys = ['group2026-2611.00002', 'odinsson2026-2611.00001']
    expect(readBibtex((await exportList('bibtex')).text).map(({ key }) => key)).toEqual(keys)
    const ris = (await exportList('ris')).text
    expect([...ris.matchAll(/^ID {2}- (.*)\r$/gm)].map(([, key]) => key!)).toEqual(keys)
    expect(ris.match(/^ER {2}- \r$/gm)).toHaveLength(2)
    expect(JSON.parse((await exportList('csl')).text).map(({ id }: { id: string }) => id)).toEqual(keys)
  })

  test('writes notes as a quotation in Markdown, and whole items in JSON', async () => {
    await fill()
    const html = await marked((await exportList('markdown')).text)
    expect([...html.matchAll(/<h2>(.*)<\/h2>/g)].map(([, title]) => title)).toEqual([
      '=1+1',
      'R&amp;D at 100%: {x₁} ∈ ℝ and {un_closed of Night frac a',
    ])
    expect(html).toContain('<em>so</em>')
    const { data: list } = await as('ada').users.me['reading-list'].get()
    expect(JSON.parse((await exportList('json')).text)).toEqual({ items: list!.items })
  })

  test('exports a selection of the own list only', async () => {
    const [first = '', second = ''] = await fill()
    await as('bea').users.me['reading-list'].post({ paper_id: paperId(2) })
    expect(idsIn((await exportList('json', [second])).text)).toEqual([second])
    expect(idsIn((await exportList('json', [first, second, 'another'])).text)).toEqual([second, first])
    const { data: theirs } = await as('bea').users.me['reading-list'].get()
    expect(idsIn((await exportList('json', [theirs!.items[0]!.id])).text)).toEqual([])
    const tooMany = Array.from({ length: EXPORT_SELECTION_MAX + 1 }, (_, number) => `item-${number}`)
    expect((await exportList('json', tooMany)).status).toBe(422)
  })
})
