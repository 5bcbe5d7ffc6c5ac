import { onDays } from './deliveryKeys.ts'
import { BUCKETS, Deliveries, KEPT, SHOWN_IDS, SIZE } from './deliveryModel.ts'

interface Place {
  paper_id: string
  /** The first is 0. */
  index: number
}

/** Which of some papers one delivery has. */
export interface DeliveredPlaces {
  day: string
  /** Number of cards. */
  cards: number
  below_cut: number
  /** The wanted papers on cards. */
  shown: Place[]
  /** Those below the cut. */
  below: Place[]
  /** Those in another bucket of the ledger. */
  elsewhere: string[]
}

const bucket = (name: string) => ({ $ifNull: [`$places.${name}`, []] })
const OTHERS = BUCKETS.filter((name) => name !== 'below_cut').map(bucket)

/** Where these papers are in the user's deliveries of `days` that are not pruned, the oldest day first. */
export async function findPlacesOn(
  userId: string,
  days: readonly string[],
  paperIds: readonly string[],
): Promise<DeliveredPlaces[]> {
  if (paperIds.length === 0) return []
  const wanted = { $literal: [...paperIds] }
  const indexesIn = (ids: unknown) => ({
    $let: {
      vars: { ids },
      in: {
        $filter: {
          input: {
            $map: { input: wanted, as: 'id', in: { paper_id: '$$id', index: { $indexOfArray: ['$$ids', '$$id'] } } },
          },
          as: 'place',
          cond: { $gte: ['$$place.index', 0] },
        },
      },
    },
  })
  return Deliveries.aggregate<DeliveredPlaces>([
    { $match: { ...onDays(userId, days), ...KEPT } },
    {
      $project: {
        _id: 0,
        day: 1,
        cards: SIZE,
        below_cut: '$ledger.below_cut',
        shown: indexesIn(SHOWN_IDS),
        below: indexesIn(bucket('below_cut')),
        elsewhere: { $setIntersection: [{ $concatArrays: OTHERS }, wanted] },
      },
    },
    { $sort: { day: 1 } },
  ])
}

/** Number of cards of each of the user's deliveries of `days`. */
export async function countCardsOn(userId: string, days: readonly string[]): Promise<number[]> {
  const found = await Deliveries.aggregate<{ cards: number }>([
    { $match: onDays(userId, days) },
    { $project: { _id: 0, cards: SIZE } },
  ])
  return found.map(({ cards }) => cards)
}
