import { FATES, type Whereabouts } from '../../contract/whereabouts.ts'
import { invalidField } from '../../platform/errors.ts'
import { parseLookUpId } from '../../search/query/idQuery.ts'
import { toPaper, type PaperRecord } from '../../store/papers/papers.ts'
import { findPaperPlaces } from '../../store/readers/deliveries.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { withCanonicalIds } from '../../text/taxonomy/taxonomy.ts'
import { obeyMutes } from '../delivery/delivery.ts'
import { findSavedPapersOf } from '../joining/readerPapers.ts'
import type { Product } from '../product.ts'
import { describeAnnouncement, describePlace, type FateDetails, type WhereaboutsContext } from './announcedFate.ts'
import { locateByNumber } from './paperNumbers.ts'
import { findReferred } from './paperReference.ts'

/**
 * Returns where the paper that `ref` refers to went for the reader: an id, DOI, address or title. Of several
 * announcements and deliveries of the paper the one with the first fate in the order of `FATES` counts.
 * Throws "invalid-input" for an empty `ref`.
 */
export async function findWhereabouts(product: Product, user: UserRecord, ref: string): Promise<Whereabouts> {
  const wanted = ref.trim()
  if (wanted === '') throw invalidField('ref', 'Enter an id, an address or a title.')
  const { id, paper } = await findReferred(product, wanted)
  const followed = withCanonicalIds(user.category_ids)
  const context = { product, user, followed }
  const [fate, saved] = await Promise.all([
    findFate(context, id, paper),
    findSavedPapersOf(user._id, id === null ? [] : [id]),
  ])
  const itemId = id === null ? undefined : saved.get(id)
  const lookUpId = paper === null ? (id ?? parseLookUpId(wanted)) : null
  return {
    ref: wanted,
    ...fate,
    ...(paper && { paper: toPaper(paper) }),
    ...(itemId !== undefined && { saved_item_id: itemId }),
    ...(lookUpId !== null && product.sources.canLookUp(lookUpId) && { look_up_id: lookUpId }),
  }
}

async function findFate(
  context: WhereaboutsContext,
  id: string | null,
  paper: PaperRecord | null,
): Promise<FateDetails> {
  if (id === null) return { fate: 'not_in_library' }
  if (paper === null) return locateByNumber(context, id, null)
  const days = new Set([...paper.announcements.map(({ on }) => on), ...(paper.former_days ?? [])])
  await obeyMutes(context.user, [...days])
  const { record_ids = [id] } = paper
  const places = (await Promise.all(record_ids.map((one) => findPaperPlaces(context.user._id, one, [...days])))).flat()
  const described = await Promise.all(places.map((place) => describePlace(place, context.user, paper)))
  const delivered = described.flatMap((place) => place ?? [])
  if (delivered.length > 0) return first(delivered)
  if (paper.announcements.length === 0) return locateByNumber(context, id, paper)
  const byDay = new Map(places.map((place) => [place.day, place]))
  return first(
    await Promise.all(paper.announcements.map((one) => describeAnnouncement(context, paper, one, byDay.get(one.on)))),
  )
}

/** The fate that comes first in the order of `FATES`; of the same fate that of the newest day. */
function first(fates: readonly FateDetails[]): FateDetails {
  const sorted = fates.toSorted(
    (one, other) =>
      FATES.indexOf(one.fate) - FATES.indexOf(other.fate) || ((one.day ?? '') < (other.day ?? '') ? 1 : -1),
  )
  return sorted[0] ?? { fate: 'not_in_library' }
}
