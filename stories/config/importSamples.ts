import type { ListImport } from '#api/contract/listImport.ts'

export const doneImport: ListImport = {
  id: 'import-1',
  read: 4_200,
  state: 'done',
  entries: 47,
  added: 38,
  existing: 4,
  repeated: 0,
  asked: 12,
  looking_up: 0,
  looking_up_at: [],
  missing: [
    { title: 'A field guide to herons', reason: 'unknown' },
    { title: 'Notes on lighthouses', reason: 'ambiguous' },
    {
      title: 'Kettles that whistle in tune, and what they may tell us about the resonance of rooms',
      reason: 'not-at-source',
      source: 'arXiv',
    },
    { title: '10.5555/jiv.2026.0099', reason: 'not-at-source', source: 'Crossref' },
    { title: 'Journal of Imaginary Vision', reason: 'unusable', source: 'Crossref' },
  ],
  unreadable: [],
  left_out: 0,
  feeds: { category_ids: [], unusable: [] },
}

export const runningImport: ListImport = {
  ...doneImport,
  state: 'looking-up',
  entries: 42,
  looking_up: 5,
  looking_up_at: ['arXiv', 'Crossref'],
  added: 33,
  missing: [],
}

export const unreadableImport: ListImport = {
  ...doneImport,
  entries: 51,
  repeated: 2,
  unreadable: [
    { title: 'lindgren2026owls', where: 'line 412', problem: 'the value of “title” does not end' },
    {
      title: 'TY  - JOUR',
      where: 'line 1204',
      problem: 'it has no title and no id, DOI or address of a paper',
    },
  ],
}

export const feedImport: ListImport = {
  ...doneImport,
  entries: 0,
  added: 0,
  existing: 0,
  asked: 0,
  missing: [],
  feeds: { category_ids: ['cs.CL', 'cs.LG', 'hep-th'], unusable: ['Harbour news', 'https://example.org/owls.xml'] },
}
