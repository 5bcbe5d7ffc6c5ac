import { describeNotice } from '../../contract/limits.ts'
import type { PapersMail } from '../../mail/papersMail.ts'
import { addDays } from '../../platform/clock.ts'
import type { MailedDigest } from '../../store/mail/mailedDigests.ts'
import { findNoticedIds } from '../../store/papers/joins.ts'
import { findLicences, type LicensedVersion } from '../../store/papers/paperVersions.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findRevisedOn } from '../../store/papers/weekPapers.ts'
import { findKnownStates } from '../../store/readers/readingList.ts'
import { noticeKey } from '../../store/readers/readingListModel.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { describeReplacedLicence, listReplacedLicences } from '../../text/licences.ts'

/** Before the first digest, notices of so many days are in it. */
const FIRST_DAYS = 7

/**
 * Notices about papers on the reader's list that became known since the digest before, and licences that a version announced
 * since has replaced, as far as the reader has not seen them. A
 * digest of a local day has those of the UTC days that have ended where the day begins first, so that each notice is in
 * exactly one of the digests that the reader gets. `digests` are those of the reader before `day`, the newest first.
 */
export async function findListedNotices(
  user: UserRecord,
  { day, digests }: { day: string; digests: readonly MailedDigest[] },
): Promise<NonNullable<PapersMail['notices']>> {
  const known = await findKnownStates(user._id)
  if (known.size === 0) return []
  const last = digests.find(({ unsent }) => unsent === null)
  const from = addDays(last?.day ?? addDays(day, -FIRST_DAYS), -1)
  const until = addDays(day, -1)
  // Each digest asks: the papers themselves are read only if there is something to say.
  const ids = [...known.keys()]
  const [noticed, revised] = await Promise.all([
    findNoticedIds(ids, { from, until }),
    findRevisedOn(ids, { from, until }),
  ])
  const licences = revised.size > 0 ? await findLicences([...revised.keys()]) : new Map<string, LicensedVersion[]>()
  const replaced = new Map(
    [...licences].map(([id, versions]) => [
      id,
      listReplacedLicences(versions).filter(
        ({ version: { version } }) =>
          revised.get(id)?.includes(version) && version > (known.get(id)?.version ?? version),
      ),
    ]),
  )
  const papers = await findPapers([
    ...new Set([...noticed, ...[...replaced].flatMap(([id, { length }]) => (length > 0 ? id : []))]),
  ])
  return [...papers].flatMap(([id, paper]) => [
    ...(paper.notices ?? [])
      .filter(({ known_on }) => known_on >= from && known_on < until)
      .filter((notice) => known.get(id)?.notices?.includes(noticeKey(notice)) !== true)
      .map((notice) => ({ paper, text: `${describeNotice(notice)}.`, url: notice.url })),
    ...(replaced.get(id) ?? []).map((one) => ({ paper, text: describeReplacedLicence(one) })),
  ])
}
