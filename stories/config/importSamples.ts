import type { ListImport } from '#api/contract/listImport.ts'

export const doneImport: ListImport = {
  id: 'import-1',
  read: 4_200,
  state: 'done',
  added: 38,
  existing: 4,
  asked: 12,
  looking_up: 0,
  missing: [
    { title: 'A field guide to herons', reason: 'unknown' },
    { title: 'Notes on lighthouses', reason: 'ambiguous' },
    {
      title: 'Kettles that whistle in tune, and what they may tell us about the resonance of rooms',
      reason: 'not-at-arxiv',
    },
  ],
  left_out: 0,
  feeds: { category_ids: [], unusable: [] },
}

export const runningImport: ListImport = { ...doneImport, state: 'looking-up', looking_up: 5, added: 33, missing: [] }

export const feedImport: ListImport = {
  ...doneImport,
  added: 0,
  existing: 0,
  asked: 0,
  missing: [],
  feeds: { category_ids: ['cs.CL', 'cs.LG', 'hep-th'], unusable: ['Harbour news', 'https://example.org/owls.xml'] },
}
