import { expect, test } from 'bun:test'
import { readImport } from '#api/citations/readImport.ts'
import { parsePaperReference } from '#api/search/query/idQuery.ts'

const read = (text: string, max = 100) => readImport(text, (word) => parsePaperReference(word) !== null, { max })
/** CPU time in ms. */
const measure = (text: string) => {
  const start = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
const first = (text: string) => read(text).entries[0]

test('BibTeX is read with TeX, braces, joined strings, tags and notes, and a broken entry spoils no other', () => {
  const { entries } = read(String.raw`@comment{x} @string{j = "Skies"}
@article{a,
  title = {Of {H}erons \& {R{\"e}eds}, title = none}, author = "Linde, Ada and {The Lyre Collaboration}",
  eprint={2611.90001}, doi = "10.5555/{a}b", keywords = {optics, sea birds; later},
  annote = {First line.

    Second.}, note = {arXiv:2611.90001 [cs.LG]
Comment: 4 pages}}
@misc{broken, title = {Never closed
@book{c, title = "Ow" # "ls"}`)
  expect(entries).toEqual([
    {
      label: 'Of Herons & Rëeds, title = none',
      ids: ['2611.90001', '10.5555/ab', 'arXiv:2611.90001 [cs.LG]'],
      title: 'Of Herons & Rëeds, title = none',
      authors: ['Linde, Ada', 'The Lyre Collaboration'],
      notes: 'First line.\n\n    Second.\n\nComment: 4 pages',
      tags: ['optics', 'sea birds', 'later'],
    },
    { label: 'Owls', ids: [], title: 'Owls', authors: [], notes: '', tags: [] },
  ])
})

test('RIS is read with continued lines, the HTML notes of Zotero and records without an end', () => {
  const text =
    'TY  - JOUR\r\nT1  - Of herons\r\nand reeds\r\nAU  - Linde, Ada\r\nDO  - 10.5555/abc\r\nKW  - optics\r\nKW  - sea\r\n' +
    'N1  - <p>a &lt; b<br/>c</p>\r\nER  - \r\nTY  - JOUR\r\nTI  - Of owls\r\n'
  expect(read(text).entries).toEqual([
    {
      label: 'Of herons and reeds',
      ids: ['10.5555/abc'],
      title: 'Of herons and reeds',
      authors: ['Linde, Ada'],
      notes: 'a < b\nc',
      tags: ['optics', 'sea'],
    },
    { label: 'Of owls', ids: [], title: 'Of owls', authors: [], notes: '', tags: [] },
  ])
})

test('CSL-JSON and lists of ids, addresses and titles are read', () => {
  const csl = { title: 'Owls', author: [{ family: 'Linde', given: 'Ada' }], DOI: '10.5555/abc', keyword: 'a, b' }
  expect(first(JSON.stringify([csl, 7, null]))).toMatchObject({
    ids: ['10.5555/abc'],
    authors: ['Linde, Ada'],
    tags: ['a', 'b'],
  })
  const { entries, leftOut } = read('2611.90001, 2611.90002v2\n\nhttps://arxiv.org/abs/2611.90003\nOf herons\n12 34', 3)
  expect([entries.map(({ label }) => label), leftOut]).toEqual([
    ['2611.90001', '2611.90002v2', 'https://arxiv.org/abs/2611.90003'],
    2,
  ])
  expect(read('Of owls\n12 34').unreadable).toEqual([
    { label: '12 34', problem: 'it is no id, DOI or address of a paper, and no title', line: 2 },
  ])
  expect(first('Of herons and reeds')?.title).toBe('Of herons and reeds')
})

test('BibTeX, RIS and ids are read from one text in its order; other lines beside them are comments', () => {
  const { entries } = read(`% Encoding: UTF-8
2611.90001, 10.5555/abc
@article{a, title = {Of herons}, eprint = {2611.90002}} @book{b, title = "Of owls"}
@comment{group: {2611.90009}}
Of reeds and herons
TY  - JOUR
TI  - Of kilns
DO  - 10.5555/ris
ER  -

https://arxiv.org/abs/2611.90003
@misc{c, title = {Of {moss}},
  note = {arXiv:2611.90004}
}
2611.90005`)
  expect(entries.map(({ label, ids }) => [label, ...ids])).toEqual([
    ['2611.90001', '2611.90001'],
    ['10.5555/abc', '10.5555/abc'],
    ['Of herons', '2611.90002'],
    ['Of owls'],
    ['Of kilns', '10.5555/ris'],
    ['https://arxiv.org/abs/2611.90003', 'https://arxiv.org/abs/2611.90003'],
    ['Of moss', 'arXiv:2611.90004'],
    ['2611.90005', '2611.90005'],
  ])
})

const feed = (title: string, address: string) => `<outline text="${title}" xmlUrl="${address}"/>`

test('feeds of arXiv categories become categories, and the others are named', () => {
  const query = 'http://export.arxiv.org/api/query?search_query='
  const opml = `<?xml version="1.0"?><opml version="2.0"><body><outline text="Papers">
    ${feed('Language', 'http://rss.arxiv.org/rss/cs.CL+cs.LG')}${feed('q', `${query}cat:hep-th+OR+cat:stat.ML`)}</outline>
    ${feed('Owls only', `${query}all:owls`)}${feed('News', 'https://arxiv.org.example.org/rss/cs.CV')}
    ${feed('Finance', 'https://arxiv.org/rss/econ')}</body></opml>`
  expect(read(opml).feeds).toEqual({
    category_ids: ['cs.CL', 'cs.LG', 'hep-th', 'stat.ML', 'econ.EM', 'econ.GN', 'econ.TH'],
    unusable: ['Owls only', 'News'],
  })
})

const refusal = (text: string) => {
  try {
    return read(text).entries.length
  } catch (error) {
    return error instanceof SyntaxError ? error.message : error
  }
}

test('a format that cannot be read is refused with what to do', () => {
  expect(refusal('<rdf:RDF xmlns:rdf="x">')).toContain('Export from Zotero as BibTeX, RIS or CSL JSON')
  expect(refusal('<html></html>')).toContain('only OPML')
  expect(refusal('[{"title": "x"')).toContain('not complete')
  expect(refusal('{"a": 1}')).toContain('neither CSL-JSON')
  expect(refusal('<!DOCTYPE opml [<!ENTITY a "b">]><opml/>')).toBe(
    'This OPML file has a document type declaration, which is not allowed.',
  )
  expect(refusal('<opml><body></opml>')).toStartWith('This OPML file is not well-formed XML')
  expect(refusal('key,id,title,authors,date\nx,arxiv:2611.90001,Owls,A,2026')).toContain('export it as JSON')
  for (const text of ['', ' \n ', '@article{', '@article{a, title = {never', 'TY  - JOUR', '12 34'])
    expect(refusal(text)).toBe(0)
})

test('papers behind the most of one import are counted in each format', () => {
  const count = (of: (index: number) => string, join = '\n') => {
    const { entries, leftOut } = read(Array.from({ length: 1_234 }, (_, index) => of(index)).join(join))
    return [entries.length, leftOut]
  }
  expect(count((index) => `@misc{k${index}, title = {On owls ${index}}}`)).toEqual([100, 1_134])
  expect(count((index) => `TY  - JOUR\nTI  - On owls ${index}\nER  - `)).toEqual([100, 1_134])
  expect(count((index) => `On owls, ${'a long title '.repeat(20)} ${index}`)).toEqual([100, 1_134])
  expect(count((index) => `10.5555/${index}`, ' ')).toEqual([100, 1_134])
  const items = Array.from({ length: 1_234 }, (_, index) => ({ title: `On owls ${index}` }))
  expect(read(JSON.stringify(items)).leftOut).toBe(1_134)
})

test('hostile files of the maximum size are read in linear time', () => {
  const parts = ['@a{b,c={\n', '@a{\n', '\n', 'a ', 'N1  - <p', '2611.90001 ', '@a{b,c="x"#', 'TY  - X\n', '\\"{']
  for (const part of parts) {
    const of = (length: number) => part.repeat(length / part.length)
    measure(of(20_000))
    const [small, large] = [measure(of(100_000)), measure(of(1_000_000))]
    // Quadratic time would be a hundredfold.
    expect([part, large < 40 * Math.max(small, 10)]).toEqual([part, true])
  }
})
