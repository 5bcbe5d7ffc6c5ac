import type { ChangePart, PaperChanges, VersionWaiting } from '#api/contract/versions.ts'

const same = (text: string): ChangePart => ({ op: 'same', segments: [{ text }] })
const added = (text: string): ChangePart => ({ op: 'added', segments: [{ text }] })
const removed = (text: string): ChangePart => ({ op: 'removed', segments: [{ text }] })
const number = (before: string, after: string): ChangePart[] => [
  { ...removed(before), number: true },
  { ...added(after), number: true },
]

/** The parts of an abstract with every kind of change, a formula and a long run without a change. */
export const abstractParts: ChangePart[] = [
  { op: 'moved', segments: [{ text: 'The counts of all nights are available. ' }] },
  same(
    'We count the lanterns of a harbour at night and find that fog hides a third of them. The count is made by two ' +
      'keepers who do not see each other, on every night of a winter, from the first dusk to the last ferry. A model with ',
  ),
  ...number('12 ', '14 '),
  same('parameters explains the rest in '),
  { op: 'removed', segments: [{ tex: 'O(n^2)', display: false }, { text: ' ' }] },
  { op: 'added', segments: [{ tex: 'O(n \\log n)', display: false }, { text: ' ' }] },
  same('steps.'),
  added(' We thank the keepers.'),
]

/** What changed in the second version of an invented paper. */
export const changes: PaperChanges = {
  from: 1,
  to: 2,
  from_at: '2026-10-02T11:30:00.000Z',
  to_at: '2026-11-18T16:02:44.000Z',
  summary: 'The title and 2 sentences of the abstract changed; one author added; the authors are in another order.',
  withdrawn: false,
  fields: [
    { field: 'title', kind: 'text', parts: [same('Counting lanterns in '), removed('fog'), added('haze')] },
    { field: 'abstract', kind: 'text', parts: abstractParts },
    {
      field: 'authors',
      kind: 'list',
      parts: [
        { op: 'moved', segments: [{ text: 'Wei Zhang' }] },
        same('Mirela Quillfeather'),
        added('Ana Ribeiro'),
        removed('Tomás Óðinsson'),
      ],
    },
    { field: 'comment', kind: 'text', parts: [...number('12 ', '14 '), same('pages, 3 figures')] },
    { field: 'categories', kind: 'list', parts: [same('cs.LG'), added('cs.CV')] },
  ],
}

export const unchanged: PaperChanges = { ...changes, summary: 'Nothing that is read here changed.', fields: [] }

export const withdrawal: PaperChanges = {
  ...changes,
  summary: 'Version 2 withdraws the paper.',
  withdrawn: true,
  fields: [{ field: 'comment', kind: 'text', parts: [removed('12 pages'), added('Withdrawn: a wrong lemma')] }],
}

export const waiting: VersionWaiting = { source: 'arXiv', version: 1, retry_after: 1 }
