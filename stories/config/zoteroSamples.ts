import type { ZoteroConnection, ZoteroProblem, ZoteroQuestion, ZoteroTest } from '#api/contract/zotero.ts'

/** A library that is read and gets what is saved. */
export const zoteroLibrary: ZoteroConnection = {
  username: 'mquill',
  key_end: 'ela1',
  can_write: true,
  read: 'library',
  collections: [],
  groups: [],
  to_list: false,
  push_to: { key: 'COLL2345', name: 'Paperdawn' },
  push_notes: true,
  last: { at: '2026-11-20T10:40:00.000Z', outcome: 'done', sentence: '41 items read from Zotero.' },
  failing_since: null,
  needs_key: false,
  progress: null,
  counts: { papers: 41, waiting: 0, problems: 0, sent: 3, questions: 0 },
}

export const zoteroProblems: ZoteroProblem[] = [
  { key: 'ABCD2345', title: 'A paper of nowhere', reason: 'Its source has no such paper.' },
  {
    key: 'ABCD2346',
    title: 'Notes on the weather of 1903',
    reason: 'It has no id that a source can be asked for, and no paper of the library has its title.',
  },
]

const since = '2026-11-18T09:00:00.000Z'
export const zoteroQuestions: ZoteroQuestion[] = [
  { key: 'ABCD2347', kind: 'removed-in-zotero', title: 'Counting lanterns in fog', since },
  { key: 'ABCD2348', kind: 'removed-here', title: 'Ropes of sand', since },
  { key: 'ABCD2349', kind: 'notes-apart', title: 'Kites in strong winds', since },
]

export const zoteroTest: ZoteroTest = {
  ok: true,
  message: 'The library of mquill, with 312 items. The key may read, write, and write notes.',
  items: 312,
  can_write: true,
  can_write_notes: true,
  collections: [
    { key: 'COLL2345', name: 'Paperdawn' },
    { key: 'COLL2346', name: 'Reading / Lanterns' },
  ],
  can_read_groups: false,
  groups: [],
}

/** Of a key that may read groups. */
export const zoteroGroups: ZoteroTest = {
  ...zoteroTest,
  can_read_groups: true,
  groups: [
    { id: 42, name: 'Lantern Reading Circle' },
    { id: 43, name: 'Kite Laboratory' },
  ],
}

/** Two groups that are read, one of them no longer. */
export const zoteroReadGroups: ZoteroConnection['groups'] = [
  { id: 42, name: 'Lantern Reading Circle', problem: null, failing_since: null },
  {
    id: 44,
    name: 'Rope Society',
    problem: 'The key may no longer read the group “Rope Society”.',
    failing_since: '2026-11-19T08:00:00.000Z',
  },
]

export const zoteroRefusal: ZoteroTest = {
  ok: false,
  message: 'Zotero does not know this key. Copy it again, or make a new one.',
  items: null,
  can_write: false,
  can_write_notes: false,
  collections: [],
  can_read_groups: false,
  groups: [],
}
