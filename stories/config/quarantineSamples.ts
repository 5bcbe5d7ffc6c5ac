import type { QuarantineRow } from '#api/contract/admin.ts'

/** Records that could not be parsed: one that is short, one longer than what is shown of it. */
export const quarantined: readonly QuarantineRow[] = [
  {
    id: 'record-1',
    source: 'arxiv',
    reason: 'The record has no title.',
    raw: '<item><link>https://arxiv.org/abs/2611.90001</link><title></title></item>',
    tries: 2,
    first_seen_at: '2026-11-19T05:10:00.000Z',
    last_seen_at: '2026-11-20T05:10:00.000Z',
  },
  {
    id: 'record-2',
    source: 'arxiv',
    reason: 'The date “32 November” is none.',
    raw: `<item><link>https://arxiv.org/abs/2611.90002</link><description>${'Lanterns on ropes. '.repeat(40)}</description></item>`,
    tries: 1,
    first_seen_at: '2026-11-20T05:10:00.000Z',
    last_seen_at: '2026-11-20T05:10:00.000Z',
  },
]
