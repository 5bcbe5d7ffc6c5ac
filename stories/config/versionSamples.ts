import type { SectionChange, TextChanges, TextPart, TextWaiting } from '#api/contract/textChanges.ts'
import type { ChangePart, PaperChanges, VersionWaiting } from '#api/contract/versions.ts'

const same = (text: string): ChangePart => ({ op: 'same', segments: [{ text }] })
const added = (text: string): ChangePart => ({ op: 'added', segments: [{ text }] })
const removed = (text: string): ChangePart => ({ op: 'removed', segments: [{ text }] })
const moved = (text: string): ChangePart => ({ op: 'moved', segments: [{ text }] })
const movedParts = (moved_from: string, parts: readonly TextPart[]): TextPart[] =>
  parts.map((part) => ({ ...part, moved_from }))
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

const section = (changes: Partial<SectionChange> & Pick<SectionChange, 'title'>): SectionChange => ({
  level: 1,
  name: [changes.number, changes.title].filter((part) => part != null).join(' '),
  summary: 'the same text',
  number: null,
  state: 'same',
  moved: false,
  old_title: null,
  words_added: 0,
  words_removed: 0,
  parts: [],
  is_left_out: false,
  ...changes,
})

/** What changed in the text of an invented paper. */
export const textChanges: TextChanges = {
  from: 1,
  to: 2,
  from_url: 'https://arxiv.org/html/2611.90001v1',
  to_url: 'https://arxiv.org/html/2611.90001v2',
  summary:
    '2 of 7 sections changed, 1 section was added, 1 section was removed, 1 was renamed, 1 was moved, 1 paragraph was moved: 1,066 words added, 39 words removed.',
  sections: [
    section({ title: 'Abstract' }),
    section({ number: '1', title: 'Introduction' }),
    section({
      number: '2',
      title: 'Counting at night',
      state: 'changed',
      summary: 'changed: 2 words added, 2 removed',
      words_added: 2,
      words_removed: 2,
      parts: [
        { ...same('The count is made by two keepers. The model with '), left_out: 180 },
        same('parameters explains the rest in '),
        { op: 'removed', segments: [{ tex: 'O(n^2)', display: false }, { text: ' ' }] },
        { op: 'added', segments: [{ tex: 'O(n \\log n)', display: false }, { text: ' ' }] },
        same('steps.\nnight; lanterns\n1; '),
        ...number('12', '14'),
        { ...same('\nFigure #: The harbour at night.'), left_out: 412 },
      ],
    }),
    section({
      level: 2,
      number: '2.1',
      title: 'Who counts',
      summary: 'the same text, moved, was “Keepers”',
      old_title: 'Keepers',
      moved: true,
    }),
    section({
      number: '3',
      title: 'Old remarks',
      state: 'removed',
      summary: 'removed, 1 paragraph moved away: 35 words removed',
      words_removed: 35,
      parts: [
        removed('This part of the first version is gone: the lanterns of the pier were counted twice.\n'),
        {
          ...removed(
            'The lanterns of the outer harbour are lit by the crews of the boats, who tell the keepers how many ',
          ),
          left_out: 48,
          moved_to: 'section 3 Discussion',
        },
        same('\n'),
        removed('Nobody counts there any more.'),
      ],
    }),
    section({
      number: '3',
      title: 'Discussion',
      state: 'added',
      summary: 'added, 1 paragraph moved here: 214 words added, 2 removed',
      words_added: 214,
      words_removed: 2,
      parts: [
        { ...added('We discuss what the counts mean for harbours that have no keepers at all. '), left_out: 199 },
        same('\n'),
        ...movedParts('section 3 Old remarks', [
          moved(
            'The lanterns of the outer harbour are lit by the crews of the boats, who tell the keepers how many of ',
          ),
          removed('them are '),
          added('these were '),
          { ...moved('lit before the last ferry leaves, and on which nights of the winter. '), left_out: 30 },
          moved('The keepers write the numbers down without having seen any of the lanterns.'),
        ]),
      ],
    }),
    section({
      number: '4',
      title: 'All counts',
      state: 'changed',
      summary: 'changed: 850 words added',
      words_added: 850,
      is_left_out: true,
    }),
    section({ title: 'References' }),
  ],
}

export const sameText: TextChanges = {
  ...textChanges,
  summary: 'The text reads the same in both versions.',
  sections: textChanges.sections.map(({ title }) => section({ title })),
}

export const waitingForTexts: TextWaiting = { source: 'arXiv', retry_after: 1 }
