import { expect, test } from 'bun:test'
import { readImport } from '#api/citations/readImport.ts'
import { parsePaperReference } from '#api/search/query/idQuery.ts'

const read = (text: string) => readImport(text, (word) => parsePaperReference(word) !== null, { max: 100 })

const record = (n: number) => `TY  - JOUR\nTI  - Owls ${n}\nN1  - kept ${n}\nUR  - https://arxiv.org/abs/2611.0000${n}`

test('a record ends at ER however it is written, at the next record, and at the end of the file', () => {
  for (const end of ['ER  - ', 'ER  -', 'ER -', 'ER', 'ER  ', '  ER  - ', 'ER-', 'ER  - end', ''])
    for (const lineEnd of ['\n', '\r\n', '\r'])
      for (const last of [lineEnd, '']) {
        const text = [1, 2, 3].map((n) => `${record(n)}${end === '' ? '' : `\n${end}`}`).join('\n')
        const { entries, unreadable } = read(`\uFEFF${text.replaceAll('\n', lineEnd)}${last}`)
        expect([end, entries.map(({ title, notes, ids }) => [title, notes, ...ids]), unreadable]).toEqual([
          end,
          [1, 2, 3].map((n) => [`Owls ${n}`, `kept ${n}`, `https://arxiv.org/abs/2611.0000${n}`]),
          [],
        ])
      }
})

test('a record with one space before the dash is read, and a dash in a note is no tag', () => {
  const { entries } = read(
    'TY - JOUR\nTI - Owls\nN1 - <p>one</p>\nER -\nTY  - JOUR\nTI  - Reeds\nN1  - first\nML - second\nER  - ',
  )
  expect(entries.map(({ title, notes }) => [title, notes])).toEqual([
    ['Owls', 'one'],
    ['Reeds', 'first\nML - second'],
  ])
})

test('lines around the records are no papers, and a record without title and id is named', () => {
  const { entries, unreadable } = read(
    'Exported by a program\n\nTY  - JOUR\nAU  - Linde, Ada\nID  - owl-1\nER  - \nsome words\nTY  - JOUR\nTI  - Owls\nER  - \nThe end.',
  )
  expect(entries.map(({ title }) => title)).toEqual(['Owls'])
  expect(unreadable).toEqual([
    { label: 'owl-1', problem: 'it has no title and no id, DOI or address of a paper', line: 3 },
  ])
})

test('ids in journal and volume, HTML in titles and tags, in RIS as in CSL-JSON', () => {
  const title = 'On CO<sub>2</sub> &amp; <span class="nocase">Owls</span> with <mask>'
  const ris = read(
    `TY  - JOUR\nTI  - ${title}\nJO  - arXiv preprint arXiv:2611.00001\nKW  - R&amp;D\nER  - \nTY  - JOUR\nTI  - Owls\nJO  - CoRR\nVL  - abs/2611.00002\nER  - `,
  )
  const csl = read(
    JSON.stringify([
      { title, 'container-title': 'arXiv preprint arXiv:2611.00001', keyword: 'R&amp;D' },
      { title: 'Owls', 'container-title': 'CoRR', volume: 'abs/2611.00002' },
    ]),
  )
  for (const { entries } of [ris, csl])
    expect(entries.map(({ title, ids, tags }) => [title, ids, tags])).toEqual([
      ['On CO2 & Owls with <mask>', ['arXiv:2611.00001'], ['R&D']],
      ['Owls', ['arXiv:2611.00002'], []],
    ])
})

test('an item of JSON that is no entry, or names no paper, is named with its number', () => {
  expect(read(JSON.stringify([{ title: 'Owls' }, 7, { id: 'lind26', note: 'x' }, null])).unreadable).toEqual([
    { label: '7', problem: 'it is no entry of a bibliography', item: 2 },
    { label: 'lind26', problem: 'it has no title and no id, DOI or address of a paper', item: 3 },
    { label: 'null', problem: 'it is no entry of a bibliography', item: 4 },
  ])
})

test('feeds without an address are named, and those behind the first 1,000 are counted', () => {
  const outlines = Array.from(
    { length: 1_002 },
    (_, n) => `<outline text="Owls ${n}" xmlUrl="https://example.org/${n}"/>`,
  )
  const { feeds, leftOut } = read(`<opml><body><outline text="No address"/>${outlines.join('')}</body></opml>`)
  expect([feeds.unusable.length, feeds.unusable[0], leftOut]).toEqual([1_000, 'No address', 3])
})
