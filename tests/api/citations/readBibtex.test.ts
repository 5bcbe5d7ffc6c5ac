import { expect, test } from 'bun:test'
import { array, assert, constantFrom, property } from 'fast-check'
import { readImport } from '#api/citations/readImport.ts'
import { parsePaperReference } from '#api/search/query/idQuery.ts'

const read = (text: string, max = 100) => readImport(text, (word) => parsePaperReference(word) !== null, { max })
const labels = (text: string) => read(text).entries.map(({ label }) => label)
const ids = (text: string) => read(text).entries.map(({ ids: [first] }) => first)
const field = (fields: string) => read(`@article{k, title = {Owls}, ${fields}}`).entries[0]

test('a key may have any signs, or be missing', () => {
  const keys = [
    'Nocne sowy w lesie',
    ' spaced:2026 ',
    '10.5555/0196-6774(26)90038-2',
    "o'Lind",
    'M{\\"u}ller',
    'a"b',
    '\n  next-line',
    'łąka_2026',
    'a#b%c@d',
    '',
  ]
  for (const key of keys)
    for (const [open, close] of ['{}', '()'])
      expect([key, ...ids(`@misc${open}${key},\n  title = {Owls},\n  eprint = {2611.00001}\n${close}`)]).toEqual([
        key,
        '2611.00001',
      ])
  expect(ids('@misc{title = {Owls}, eprint = {2611.00001}}')).toEqual(['2611.00001'])
  expect(ids('@misc{no comma title = {Owls}, eprint = {2611.00001}}')).toEqual(['2611.00001'])
  expect(labels('@inproceedings {a,title={Owls}}@ARTICLE{a ,title={Reeds}}, @book\n{a,title={Moss}}')).toEqual([
    'Owls',
    'Reeds',
    'Moss',
  ])
})

test('header, comments and preamble are no papers', () => {
  const file = read(`Made by a program 1.17
Changes to this file will be lost.

% Encoding: UTF-8
@STRING{Foo = "Skies"}
STRING{Baz = "not an entry"}
@preamble{ "\\newcommand{\\noop}[1]{}" }
@article{one, eprint = {2611.00001}, journal = Foo # " of lamps", month = aug # "~" # 2, }
@Comment OWLS
@comment{jabref-meta: databaseType:biblatex;}
@comment{
@misc{old, title = {An old owl}}
}
% @misc{off, title = {Switched off}}
@comment(of one line)
Some words behind.`)
  expect([file.entries.map(({ ids }) => ids), file.unreadable]).toEqual([[['2611.00001']], []])
})

test('a per cent sign begins a comment between fields and is a sign in a value', () => {
  const [first, second] = read(`@article{one,
  author = {Ada Linde}, % first author only {
% note = {old remark
% of two lines},
  eprint = {2611.00001},
}
@misc{ two, % why
  title = "50% of owls" % counted
  , %abstract={no},
  annote = {keep 100%
% this too},
}`).entries
  expect(first).toMatchObject({ ids: ['2611.00001'], authors: ['Ada Linde'], notes: '' })
  expect(second).toMatchObject({ title: '50% of owls', notes: 'keep 100%\n% this too' })
})

test('values are joined, defined before, bare, in quotes and in braces, and commas may be missing', () => {
  expect(
    labels('@string(pre = {On })\n@string{who = PRE # "owls"}\n@book(k, title = who # { and reeds}, year = 2026)'),
  ).toEqual(['On owls and reeds'])
  expect(ids('@misc{k title = {Owls} eprint = "2611.00001"}\n@misc{l, eprint = 2611.00002}')).toEqual([
    '2611.00001',
    '2611.00002',
  ])
  expect(labels('@misc{k, note = , title = Owls of the night,\n year = 2026}')).toEqual(['Owls of the night'])
  expect(labels('@misc{k, title = "Owls {"}of{"} night"}')).toEqual(['Owls "of" night'])
})

test('a brace that is not closed, or one too many, costs no other entry, and is named', () => {
  const file = read(`@misc{a, title = {Owls}}
@misc{b, title={Unclosed, author={X}
@misc{c, title = {Reeds}}
@misc{d, title={Never closed, author={X},
  year={2026}
}
@misc{e, title = {Moss}}, eprint = {2611.00005}}
@misc{f, note = {only a {note}}
@misc{g, title = {Ferns}
@misc{h,

@misc{i, title = "Quoted { one", eprint = {2611.00009}}
@misc{j, title = {Last, year={2026}`)
  expect(file.entries.map(({ label }) => label)).toEqual(['Owls', 'Reeds', 'Moss', 'Ferns', 'Quoted one'])
  expect(file.entries.map(({ ids }) => ids[0])).toEqual([undefined, undefined, '2611.00005', undefined, '2611.00009'])
  const unclosed = 'the value of “title” does not end'
  const unnamed = 'it has no title and no id, DOI or address of a paper'
  expect(file.unreadable).toEqual([
    { label: 'b', problem: unclosed, line: 2 },
    { label: 'd', problem: unclosed, line: 4 },
    { label: 'f', problem: unnamed, line: 8 },
    { label: 'h', problem: unnamed, line: 10 },
    { label: 'j', problem: unclosed, line: 13 },
  ])
})

test('line ends of all kinds and a byte order mark are read', () => {
  for (const end of ['\n', '\r\n', '\r'])
    expect(labels(`\uFEFF@misc{a,${end}  title = {Owls}${end}}${end}@misc{b,${end}  title = {Reeds}${end}}`)).toEqual([
      'Owls',
      'Reeds',
    ])
})

test('an entry has title and authors from the one that it refers to, but not its ids and notes', () => {
  const [child] = read(`@inbook{c, crossref = {Whole}, note = {mine}}
@book{whole, title = {Owls}, author = {Linde, Ada}, eprint = {2611.00001}, keywords = {birds}}`).entries
  expect(child).toMatchObject({ title: 'Owls', authors: ['Linde, Ada'], ids: [], notes: 'mine', tags: [] })
})

test('the id of arXiv is found where people write it', () => {
  const id = '2611.00001'
  for (const fields of [
    `journal = {arXiv preprint arXiv:${id}}`,
    `journal = {arXiv preprint ${id}}`,
    `journal = {CoRR}, volume = {abs/${id}}`,
    `journal = {ArXiv}, volume = {abs/${id}}`,
    `journal = {arXiv e-prints}, pages = {arXiv:${id}}`,
    `journal = {arXiv e-prints}, eid = {arXiv:${id}}`,
    `publisher = {arXiv}, number = {${id}}`,
    `note = {Preprint, arXiv:${id}v2}`,
    `note = {Available at \\url{https://arxiv.org/abs/${id}}}`,
    `howpublished = {\\url{https://arxiv.org/abs/${id}v2}}`,
    `howpublished = {arXiv:${id} [cs.LG]}`,
    `url = {\\url{http://arxiv.org/pdf/${id}}}`,
    `url = {\\href{https://arxiv.org/abs/${id}}{arXiv}}`,
    `doi = {10.48550/arXiv.${id}}`,
    `doi = {https://doi.org/10.48550/ARXIV.${id}}`,
    `ARCHIVEPREFIX = {arxiv}, Eprint = {arXiv:${id}}`,
    `eprinttype = {ArXiv}, eprint = {${id}v3}`,
  ])
    expect([fields, parsePaperReference(field(fields)?.ids[0] ?? '')?.id]).toEqual([fields, `arxiv:${id}`])
  for (const fields of [
    'journal = {arXiv preprint hep-th/9901001}',
    'eprint = {hep-th/9901001}',
    'eprint = {9901001}, archivePrefix = {arXiv}, primaryClass = {hep-th}',
    'note = {arXiv:hep-th/9901001v2}',
  ])
    expect([fields, parsePaperReference(field(fields)?.ids[0] ?? '')?.id]).toEqual([fields, 'arxiv:hep-th/9901001'])
  expect(field('eprint = {12345678}, eprinttype = {pubmed}')?.ids).toEqual(['pmid:12345678'])
  // Other numbers, and remarks about other papers.
  for (const fields of ['journal = {J. Owls}, pages = {2611.00001}', 'note = {See also arXiv:2611.00001}'])
    expect(field(fields)?.ids).toEqual([])
})

test('TeX in titles, names, notes and tags becomes its letters', () => {
  const entry = field(String.raw`author = {Nguy{\~\^e}n, Th{\'\u a}ng and {Owls and Reeds} and others},
    keywords = {Nguy\~{\^e}n; Th\u{\'a}ng, caf\'e}, annote = {Ng\^o's \emph{own} $x_1$ -- \unknown{yes}}`)
  expect(entry).toMatchObject({
    authors: ['Nguyễn, Thắng', 'Owls and Reeds'],
    tags: ['Nguyễn', 'Thắng', 'café'],
    notes: "Ngô's own x₁ – \\unknown{yes}",
  })
  const titles = String.raw`@misc{a, title = {{CO}\textsubscript{2} by {{In}}\textsubscript{x}{N}}}
@misc{b, title = {\emph{Bosu: an Owl} for {\emph{C. Elegans}} <i>in vivo</i> with <mask> \& R&amp;D}}
@misc{c, title = {On $\mathbb{R}^{d}$ and $\alpha$-owls, A$_{1-x}$}}`
  expect(labels(titles)).toEqual([
    'CO₂ by InₓN',
    'Bosu: an Owl for C. Elegans in vivo with <mask> & R&D',
    'On ℝᵈ and α-owls, A₁₋ₓ',
  ])
})

const pieces = {
  read: [
    '@misc{k, title = {Owls}}',
    '@book(k, title = "Owls (2)")',
    '@misc{a b, eprint = 2611.00001\n}',
    '@misc{k, title = {Owls}',
  ],
  unread: ['@misc{k}', '@misc{k, title={Owls, author={X}', '@misc{k, note = {x}\n', '@misc{}'],
  none: [
    '@comment{x @misc{k, title = {Owls}}}',
    '@string{a = "b"}',
    'Words of a header',
    '% @misc{k, title = {Owls}}',
    '',
  ],
}

test('each entry is read, named as unreadable, or counted as left out', () => {
  const kind = constantFrom('read' as const, 'unread' as const, 'none' as const)
  const entry = kind.chain((of) => constantFrom(...pieces[of]).map((text) => ({ of, text })))
  assert(
    property(array(entry, { maxLength: 30 }), (entries) => {
      const text = `@misc{first, title = {Owls}}\n${entries.map((one) => `${one.text}\n`).join('')}`
      const count = (of: string) => entries.filter((one) => one.of === of).length
      const all = read(text)
      expect([all.entries.length, all.unreadable.length]).toEqual([1 + count('read'), count('unread')])
      const first = read(text, 5)
      expect(first.entries.length + first.unreadable.length + first.leftOut).toBe(1 + count('read') + count('unread'))
    }),
    { numRuns: 500 },
  )
})
