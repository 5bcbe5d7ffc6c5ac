import type { Paper } from '#api/contract/papers.ts'
import type { PapersMail } from '#api/mail/papersMail.ts'
import { samplePaper } from '#tests/support/samples.ts'

/** An entry of a mail: the sample paper with `changes`. */
export const paper = (changes: Partial<Paper>): PapersMail['papers'][number] => ({
  paper: { ...samplePaper, ...changes },
  reasons: [
    { kind: 'category', text: 'cs.LG' },
    { kind: 'keyword', text: 'lighthouse' },
  ],
  save: 'https://papers.example.org/api/mail/papers/t/save',
  dismiss: 'https://papers.example.org/api/mail/papers/t/dismiss',
})
export const titled = (title: string) => paper({ title, title_segments: [{ text: title }] })
/** A mail of one paper, with `changes`. */
export const mail = (changes: Partial<PapersMail>): PapersMail => ({
  publicUrl: 'https://papers.example.org',
  day: '2026-11-16',
  reader: 'Ada',
  papers: [titled('A lighthouse that counts ships')],
  more: 0,
  counts: { announced: 340, next_door: 0 },
  sample: false,
  because: 'You asked for it.',
  unsubscribeUrl: 'https://papers.example.org/api/mail/unsubscribe/t',
  ...changes,
})
