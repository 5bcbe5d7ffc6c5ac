import { t } from 'elysia'
import { NOTICES_LIMIT_DEFAULT, REASON_MAX } from './limits.ts'
import { Day, Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf } from './stringSchemas.ts'
import { NOTICE_AUTHORS, NOTICE_KINDS } from './papers.ts'

const strict = { additionalProperties: false }

/** A notice about a paper, as an admin sees it. */
export const NoticeRow = t.Object({
  id: t.String(),
  doi: t.String({ description: 'The record that it concerns.' }),
  kind: oneOf([...NOTICE_KINDS, 'reinstated'], { description: '"reinstated" ends a retraction, and is not shown.' }),
  on: t.Nullable(Day),
  known_on: Day,
  reason: t.Nullable(t.String()),
  by: t.Array(oneOf(NOTICE_AUTHORS)),
  url: t.String(),
  paper: t.Nullable(t.Object({ id: t.String(), title: t.String() }), {
    description: 'The paper of the library that it concerns.',
  }),
  set_aside: t.Nullable(t.Object({ at: Instant, reason: t.String() })),
})
export type NoticeRow = typeof NoticeRow.static
export const NoticeList = listOf(NoticeRow)
export const NoticesQuery = t.Object({
  show: t.Optional(
    oneOf(['current', 'set_aside'], {
      default: 'current',
      description: 'Notices that papers of the library are shown with, or those that were set aside.',
    }),
  ),
  ...skipAndLimit(NOTICES_LIMIT_DEFAULT),
})
export type NoticesQuery = typeof NoticesQuery.static

export const NoticeDecision = t.Object(
  {
    reason: t.Nullable(t.String({ minLength: 1, maxLength: REASON_MAX }), {
      description: 'Why it is set aside, for the audit log; null takes that back.',
    }),
  },
  strict,
)
export type NoticeDecision = typeof NoticeDecision.static
