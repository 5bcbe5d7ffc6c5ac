import { expect, test } from 'bun:test'
import { readImport } from '#api/citations/readImport.ts'
import { parsePaperReference } from '#api/search/query/idQuery.ts'

const read = (text: string, limits: { max?: number; more?: boolean } = {}) =>
  readImport(text, (word) => parsePaperReference(word) !== null, { max: 100, ...limits })

// As PubMed writes them: Windows line breaks or not, a blank line between records, long values on lines of their own.
const MEDLINE = `PMID- 12345678
OWN - NLM
STAT- MEDLINE
LID - 10.5555/owls.2026.1 [doi]
TI  - Owls at night: a study of
      reeds.
AB  - BACKGROUND: Owls are
      silent. TI  - is no title here.
FAU - Linde, Ada
AU  - Linde A
FAU - Reed, Bo
AU  - Reed B
OT  - owls
OT  - night vision
PMC - PMC7654321
AID - S0000-0000(26)00001-1 [pii]
AID - 10.5555/owls.2026.1 [doi]

PMID- 23456789
TI  - Reeds.
AU  - Linde A

PMID- 34567890
AU  - Linde A
`

// As EndNote and Google Scholar write them.
const REFER = `%0 Journal Article
%T Owls at night
%A Linde, Ada
%A Reed, Bo,
%J arXiv preprint arXiv:2611.00001
%K owls
night vision
%Z read it
%D 2026

%0 Conference Proceedings
%T Reeds
%R 10.5555/reeds.2026.2
%U https://reeds.example/2
%0 Generic
%A Linde, Ada
`

for (const lineBreak of ['\n', '\r\n', '\r']) {
  const withBreaks = (text: string) => text.replaceAll('\n', lineBreak)

  test(`the records of PubMed are read, each once (${JSON.stringify(lineBreak)})`, () => {
    const { entries, unreadable, leftOut } = read(`\uFEFF${withBreaks(MEDLINE)}`)
    expect(entries).toEqual([
      {
        label: 'Owls at night: a study of reeds.',
        ids: ['10.5555/owls.2026.1', 'PMC7654321', 'pmid:12345678'],
        title: 'Owls at night: a study of reeds.',
        authors: ['Linde, Ada', 'Reed, Bo'],
        notes: '',
        tags: ['owls', 'night vision'],
      },
      { label: 'Reeds.', ids: ['pmid:23456789'], title: 'Reeds.', authors: ['Linde A'], notes: '', tags: [] },
      { label: 'pmid:34567890', ids: ['pmid:34567890'], title: null, authors: ['Linde A'], notes: '', tags: [] },
    ])
    expect([unreadable, leftOut]).toEqual([[], 0])
  })

  test(`the records of EndNote are read, each once, and one without a title is named (${JSON.stringify(lineBreak)})`, () => {
    const { entries, unreadable } = read(withBreaks(REFER))
    expect(entries).toEqual([
      {
        label: 'Owls at night',
        ids: ['arXiv:2611.00001'],
        title: 'Owls at night',
        authors: ['Linde, Ada', 'Reed, Bo'],
        notes: 'read it',
        tags: ['owls', 'night vision'],
      },
      { label: 'Reeds', ids: ['10.5555/reeds.2026.2'], title: 'Reeds', authors: [], notes: '', tags: [] },
    ])
    expect(unreadable).toEqual([
      { label: '%0 Generic', problem: 'it has no title and no id, DOI or address of a paper', line: 15 },
    ])
  })
}

test('a file in parts gives each record once, and none of a part that cuts it', () => {
  for (const text of [MEDLINE, REFER]) {
    const whole = read(text).entries
    for (let cut = 1; cut < text.length; cut += 7) {
      const first = read(text.slice(0, cut), { more: true })
      const second = read(text.slice(first.read))
      expect([...first.entries, ...second.entries]).toEqual(whole)
    }
  }
})

test('records of several formats in one file are each read, and a note does not begin another one', () => {
  const ris = 'TY  - JOUR\nTI  - Lamps\nN1  - as in\nPMID- 1\n%0 x\nER  - \n'
  const { entries } = read(`${ris}${REFER}\n${MEDLINE}\n@misc{a, title={Foxes}, eprint={2611.00002}}`)
  expect(entries.map(({ title, notes }) => [title, notes])).toEqual([
    ['Lamps', 'as in\nPMID- 1\n%0 x'],
    ['Owls at night', 'read it'],
    ['Reeds', ''],
    ['Owls at night: a study of reeds.', ''],
    ['Reeds.', ''],
    [null, ''],
    ['Foxes', ''],
  ])
})
