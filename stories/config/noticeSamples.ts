import type { NoticeRow } from '#api/contract/notices.ts'

/** A retraction of a paper of the library. */
export const noticeRow: NoticeRow = {
  id: '0f3e0f3e0f3e0f3e0f3e',
  doi: '10.5555/jiv.2026.0011',
  kind: 'retracted',
  on: '2026-11-18',
  known_on: '2026-11-20',
  reason: 'Concerns/Issues about Data',
  by: ['publisher', 'retraction-watch'],
  url: 'https://doi.org/10.5555/jiv.2026.0011r',
  paper: { id: 'doi:10.5555/jiv.2026.0011', title: 'Slow lanterns in a narrow valley of glass' },
  set_aside: null,
}

/** A correction that an admin has set aside. */
export const setAsideRow: NoticeRow = {
  ...noticeRow,
  id: '1a2b1a2b1a2b1a2b1a2b',
  kind: 'corrected',
  on: null,
  reason: null,
  by: ['publisher'],
  set_aside: { at: '2026-11-20T09:00:00.000Z', reason: 'It is about another paper.' },
}
