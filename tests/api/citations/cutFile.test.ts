import { expect, test } from 'bun:test'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { cutFile } from '#api/citations/cutFile.ts'
import { readImport } from '#api/citations/readImport.ts'
import { parsePaperReference } from '#api/search/query/idQuery.ts'

const read = (text: string) => readImport(text, (word) => parsePaperReference(word) !== null, 10_000).entries

/** What all parts of the text contain, read as a client sends them: `size` characters at a time, `max` papers per part. */
function readInParts(text: string, { max, size }: { max: number; size: number }) {
  const parts: ReturnType<typeof read>[] = []
  for (let at = 0; at < text.length;) {
    const piece = text.slice(at, at + size)
    const { end, content } = cutFile(piece, { max, more: at + size < text.length })
    expect(end).toBeGreaterThan(0)
    parts.push(content === '' ? [] : read(content))
    at += end
  }
  return parts
}

const words = [
  'Of {braces}',
  'a "quote" \\ and ] } , [ {',
  '@misc{x, b = {c}}',
  'TY  - JOUR',
  'Rëeds 🦉 (1)',
  'line\nbreak',
]
const paper = record({ number: integer({ min: 10_000, max: 99_999 }), word: constantFrom(...words) })
const id = (number: number) => `2611.${number}`
const flat = (text: string) => text.replace(/\n/g, ' ')

const formats = {
  'own export': (papers) =>
    `${JSON.stringify({ items: papers.map(({ number, word }) => ({ paper: { id: `arxiv:${id(number)}`, title: word }, status: 'done', notes: word, tags: [word] })) }, null, 2)}\n`,
  csl: (papers) => JSON.stringify(papers.map(({ number, word }) => ({ number: id(number), title: word, note: word }))),
  bibtex: (papers) =>
    papers
      .map(
        ({ number, word }) =>
          `@misc{k,\n  eprint = {${id(number)}},\n  annote = {${word.replace(/[{}]/g, '')} {x}}\n}\n`,
      )
      .join('\n'),
  ris: (papers) =>
    papers
      .map(
        ({ number, word }) =>
          `TY  - GEN\nTI  - ${flat(word)}\nUR  - ${id(number)}\nN1  - ${flat(word)}\n  next\nER  - \n`,
      )
      .join('\n'),
  'ris without ends': (papers) => papers.map(({ number }) => `TY  - GEN\nUR  - ${id(number)}\nKW  - owls\n`).join(''),
  lines: (papers) => papers.map(({ number }) => `${id(number)}, https://arxiv.org/abs/${id(number)}`).join('\r\n'),
} satisfies Record<string, (papers: { number: number; word: string }[]) => string>

for (const [format, write] of Object.entries(formats))
  test(`the parts of a file have its papers in their order, each once: ${format}`, () => {
    assert(
      property(
        array(paper, { minLength: 1, maxLength: 30 }),
        integer({ min: 2, max: 9 }),
        integer({ min: 900, max: 3_000 }),
        (papers, max, size) => {
          const text = write(papers)
          const parts = readInParts(text, { max, size })
          expect(parts.flat()).toEqual(read(text))
          expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(max)
        },
      ),
      { numRuns: 200 },
    )
  })

test('a file in one part is read as it is, with its mistakes', () => {
  const limits = { max: 10, more: false }
  for (const text of [
    '[{"title": "Owls"}]',
    '[{"title": "Ow',
    '{"a": 1}',
    '<opml></opml>',
    '2611.00001\nOwls',
    '@misc{x',
  ])
    expect(cutFile(text, limits)).toEqual({ end: text.length, content: text })
})

test('a paper that is longer than the text is not cut, and an OPML file neither', () => {
  for (const text of ['{"items": [{"title": "Ow', '@misc{a, title = {Owls', '<opml>', 'Ow'])
    expect(cutFile(text, { max: 10, more: true })).toMatchObject({ end: 0 })
})

/** CPU time in ms. */
const measure = (count: number, text: string) => {
  const large = text.repeat(count)
  const start = process.cpuUsage()
  cutFile(large, { max: 1_000_000, more: true })
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

test('a large file is cut in linear time', () => {
  for (const text of [
    '{"a": "{',
    '@a{{',
    '[[',
    '{',
    '"',
    '\\',
    'TY  - \n',
    '\n',
    '@misc{a,\n',
    '2611.00001 ',
    'word',
    ' ',
  ]) {
    measure(20_000, text)
    const [short, long] = [measure(20_000, text), measure(160_000, text)]
    expect([text, long < 8 * short * 4 + 40]).toEqual([text, true])
  }
})
