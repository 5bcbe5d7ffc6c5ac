import { NOTICES_LIMIT_DEFAULT } from '../../contract/limits.ts'
import type { List } from '../../contract/lists.ts'
import type { NoticeDecision, NoticeRow, NoticesQuery } from '../../contract/notices.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findIdsByWork, findNoticedWorks } from '../../store/papers/joins.ts'
import { findNotice, findNotices, saveSetAside, type NoticeRecord } from '../../store/papers/notices.ts'
import { findPapers } from '../../store/papers/papers.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { dayOf } from './foldNotices.ts'
import { spreadNotices } from './spreadNotices.ts'

/** Lists the notices that papers of the library are shown with, or those that were set aside, the newest first. */
export async function listNotices({
  show = 'current',
  skip = 0,
  limit = NOTICES_LIMIT_DEFAULT,
}: NoticesQuery): Promise<List<NoticeRow>> {
  const filter = show === 'set_aside' ? null : await findNoticedWorks()
  const { notices, total } = await findNotices(filter, { skip, limit })
  return { items: await Promise.all(notices.map(toRow)), total, skip, limit }
}

/**
 * Sets a notice aside, or takes that back: papers are not shown with it any more, whatever the sources say. Safe to repeat.
 * Throws "not-found".
 */
export async function decideNotice(
  admin: UserRecord,
  { id, reason }: NoticeDecision & { id: string },
): Promise<NoticeRow> {
  const before = await saveSetAside(id, reason === null ? null : { at: now(), reason })
  const after = await findNotice(id)
  if (before === null || after === null) throw new AppError('not-found', 'There is no such notice.')
  await spreadNotices()
  const what = `${after.kind}, ${after.work.replace(/^doi:/, '')}`
  if (reason !== null)
    await recordAdminAction(admin, {
      action: 'notice-set-aside',
      target: id,
      details: `Set aside (${what}): ${reason}`,
    })
  else if (before.set_aside !== null)
    await recordAdminAction(admin, { action: 'notice-restored', target: id, details: `Restored (${what}).` })
  return toRow(after)
}

async function toRow({ _id, work, kind, known_on, said, set_aside }: NoticeRecord): Promise<NoticeRow> {
  const statements = Object.values(said)
  const [found] = await findIdsByWork([work])
  const paper = found === undefined ? undefined : (await findPapers([found])).get(found)
  return {
    id: _id,
    doi: work.replace(/^doi:/, ''),
    kind,
    on: dayOf(statements),
    known_on,
    reason: statements.find((one) => one.reason !== undefined)?.reason ?? null,
    by: [...new Set(statements.map(({ by }) => by))],
    url: statements[0]?.url ?? '',
    paper: paper === undefined ? null : { id: paper.id, title: paper.title },
    set_aside: set_aside && { at: set_aside.at.toISOString(), reason: set_aside.reason },
  }
}
