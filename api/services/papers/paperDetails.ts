import type { PaperDetails } from '../../contract/papers.ts'
import { AppError } from '../../platform/errors.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findPaper, toPaper, type PaperRecord } from '../../store/papers/papers.ts'
import { findDeliveriesOn } from '../../store/readers/deliveries.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findTrueReasons } from '../delivery/trueReasons.ts'
import { findCardState } from './cards.ts'

/**
 * A paper with its versions, and when and why it was shown to the reader. `ref` is its id, another id of it such as its
 * DOI, or an address. Throws "not-found".
 */
export async function getPaperDetails(user: UserRecord, ref: string): Promise<PaperDetails> {
  const record = (await findPaper(ref)) ?? (await findByReference(ref))
  if (record === null) throw new AppError('not-found', 'This paper is not in the library.')
  const [delivered, state] = await Promise.all([findDelivered(user, record), findCardState(user._id, record._id)])
  return { ...toPaper(record), versions: listVersions(record), ...(delivered && { delivered }), state }
}

async function findByReference(ref: string): Promise<PaperRecord | null> {
  const reference = parsePaperReference(ref)
  return reference && findReferredPaper(reference)
}

/** The newest delivery that showed the paper to the reader. */
async function findDelivered(user: UserRecord, record: PaperRecord): Promise<PaperDetails['delivered']> {
  const { _id, announcements, former_days = [], record_ids = [_id] } = record
  const days = new Set([...announcements.map(({ on }) => on), ...former_days])
  for (const { day, cards } of await findDeliveriesOn(user._id, [...days])) {
    const card = cards.find(({ paper_id }) => record_ids.includes(paper_id))
    if (card === undefined) continue
    const reasonsOf = await findTrueReasons(user, [_id])
    return { day, rank: card.rank, reasons: reasonsOf(card.reasons, toPaper(record)) }
  }
  return undefined
}

/** Of the older versions only the title of the first known one is stored, and only if it is another one. */
const listVersions = ({ versions, first_title, title }: PaperRecord): PaperDetails['versions'] =>
  versions
    .toSorted((one, other) => other.version - one.version)
    .map(({ version, at }) => ({
      version,
      at: at?.toISOString() ?? null,
      ...(first_title?.version === version && first_title.title !== title && { title: first_title.title }),
    }))
