import { expect, test } from 'bun:test'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { readImport } from '#api/citations/readImport.ts'
import { parsePaperReference } from '#api/search/query/idQuery.ts'

const isReference = (word: string) => parsePaperReference(word) !== null
const read = (text: string) => readImport(text, isReference, { max: 10_000 }).entries

/** What all parts of the text contain, read as a client sends them: `size` characters at a time, `max` papers per part. */
function readInParts(text: string, { max, size }: { max: number; size: number }) {
  const parts: ReturnType<typeof read>[] = []
  for (let at = 0; at < text.length;) {
    const file = readImport(text.slice(at, at + size), isReference, { max, more: at + size < text.length })
    expect([file.read > 0, file.unreadable]).toEqual([true, []])
    parts.push(file.entries)
    at += file.read
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

const refusal = (text: string) => {
  try {
    return readImport(text, isReference, { max: 10 })
  } catch (error) {
    return error
  }
}

test('a file in one part is read as it is, with its mistakes', () => {
  for (const text of ['[{"title": "Ow', '{"a": 1}']) expect(refusal(text)).toBeInstanceOf(SyntaxError)
  expect(refusal('@misc{x')).toMatchObject({ read: 7, unreadable: [{ label: 'x', line: 1 }] })
})

test('a paper that is longer than the text is not cut, and an OPML file neither', () => {
  for (const text of ['{"items": [{"title": "Ow', '@misc{a, title = {Owls', '@misc\n', '<opml>', 'Ow'])
    expect(readImport(text, isReference, { max: 10, more: true }).read).toBe(0)
})

test('the end of a JSON file that ends in the middle of an item is one item that cannot be read', () => {
  const items = JSON.stringify([1, 2, 3, 4].map((n) => ({ title: `Owls ${n}` }))).slice(0, -4)
  const first = readImport(items, isReference, { max: 2 })
  expect([first.entries.length, first.leftOut]).toEqual([2, 1])
  const rest = readImport(items.slice(first.read), isReference, { max: 2 })
  expect(rest).toMatchObject({ entries: [{ title: 'Owls 3' }], unreadable: [{ item: 2 }] })
  expect(first.read + rest.read).toBe(items.length)
})

/** CPU time in ms. */
const measure = (count: number, text: string) => {
  const large = text.repeat(count)
  const start = process.cpuUsage()
  readImport(large, isReference, { max: 1_000, more: true })
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

test('a large file is cut in linear time', () => {
  for (const text of [
    '{"a": "{',
    '@a{{',
    '@a{{\n',
    '@a(b,c="\n',
    '@comment{\n',
    '@comment(\n',
    '}@a{',
    '} ',
    '[[',
    '{',
    '"',
    '\\',
    'TY  - \n',
    'ER\n',
    '\n',
    '%\n',
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
