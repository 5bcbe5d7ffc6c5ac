import { model, Schema, type mongo } from 'mongoose'
import type { Ledger } from '../../contract/dashboard.ts'
import type { Reason } from '../../contract/reasons.ts'
import type { Order } from '../../contract/taste.ts'

export interface DeliveredCard {
  paper_id: string
  /** 1 is the first. */
  rank: number
  /** Single precision. */
  score: number
  reasons: Reason[]
  /** The paper is outside of the reader's categories. It does not count in the ledger. */
  from_next_door: boolean
}

export const BUCKETS = [
  'seen_before',
  'saved_before',
  'dismissed_before',
  'older_version',
  'cross_list',
  'muted',
  'below_cut',
] as const
export type LedgerBuckets = Record<(typeof BUCKETS)[number], string[]>

export const emptyBuckets = (): LedgerBuckets => ({
  seen_before: [],
  saved_before: [],
  dismissed_before: [],
  older_version: [],
  cross_list: [],
  muted: [],
  below_cut: [],
})

/** How a list was mixed from two orders, to compare them. */
export interface MixedOrder {
  a: Order
  b: Order
  /** For each card of the first version of the delivery: "a" or "b", the order that put it there, or "-" for none. */
  teams: string
}

/** One user's cards of one day: created once, afterwards extended. A card that the user mutes is hidden, not removed. */
export interface DeliveryRecord {
  /** `<user>:<day>`. */
  _id: string
  user_id: string
  day: string
  /** The categories it was computed for. */
  category_ids: string[]
  /** `nameMutes` of the words and authors that hide papers of it. */
  mutes: string
  cards: DeliveredCard[]
  /** The cards and those that are hidden, in the order of the first version. */
  all_cards: DeliveredCard[]
  ledger: typeof Ledger.static
  /** Ids of the papers that are not shown, by ledger bucket. */
  places: LedgerBuckets
  /** Papers of the day in the library when it was computed. When there are more, it is extended. Null when pruned. */
  day_papers: number | null
  /** Number of its last write among all writes of the reader's deliveries; null in records of earlier versions. */
  revision: number | null
  /** Null for most lists. */
  mixed: MixedOrder | null
  opened_from_mail_at: Date | null
  created_at: Date
}

/** A card of a record that an earlier version stored. */
type WholeCard = Omit<DeliveredCard, 'from_next_door'> & { from_next_door?: boolean }

/** A delivery as it is stored: cards by column. A pruned one keeps only its counts and revisions. */
export interface StoredDelivery extends Pick<DeliveryRecord, '_id' | 'user_id' | 'day'> {
  ledger: Omit<DeliveryRecord['ledger'], 'saved_before' | 'dismissed_before'> & Partial<DeliveryRecord['ledger']>
  /** The number of each of its writes. Unique among the reader's deliveries, so that no two writes are concurrent. */
  revisions?: number[]
  revision?: number
  /** Number of cards that are not hidden. Absent in records of earlier versions, where it is `ledger.shown`. */
  size?: number
  category_ids?: string[]
  /** Absent in records of earlier versions. */
  mutes?: string
  /** Papers of the cards, in their order. */
  paper_ids?: string[]
  /** Those of them that the user has muted since. */
  hidden?: string[]
  /** Scores of the cards as 32-bit floats. */
  scores?: mongo.Binary | Uint8Array
  /** The distinct reasons of all cards. */
  reasons?: Reason[]
  /** For each card the number of its reasons and their positions in `reasons`, as 16-bit integers. */
  because?: mongo.Binary | Uint8Array
  /** Papers of the cards that are outside of the reader's categories. */
  next_door?: string[]
  /** The cards of records of earlier versions. */
  cards?: WholeCard[]
  /** Records of earlier versions lack some of the buckets, here and in `ledger`. */
  places?: Partial<LedgerBuckets>
  day_papers?: number
  mixed?: MixedOrder
  opened_from_mail_at: Date | null
  created_at: Date
}

/** Matches deliveries that are not pruned. */
export const KEPT = { day_papers: { $gte: 0 } } as const

const { Mixed } = Schema.Types
const schema = new Schema<StoredDelivery>(
  {
    _id: { type: String, required: true },
    user_id: { type: String, required: true },
    day: { type: String, required: true },
    revisions: { type: [Number], default: undefined },
    revision: Number,
    size: Number,
    category_ids: { type: [String], default: undefined },
    mutes: String,
    paper_ids: { type: [String], default: undefined },
    hidden: { type: [String], default: undefined },
    scores: Mixed,
    reasons: { type: [Mixed] as never, default: undefined },
    because: Mixed,
    next_door: { type: [String], default: undefined },
    cards: { type: [Mixed] as never, default: undefined },
    ledger: { type: Mixed as never, required: true },
    places: Mixed as never,
    day_papers: Number,
    mixed: { type: Mixed as never, default: undefined },
    opened_from_mail_at: { type: Date, default: null },
    created_at: { type: Date, required: true },
  },
  { collection: 'deliveries', shardKey: { user_id: 1 }, strict: 'throw', autoIndex: false, versionKey: false },
)
schema.index(
  { user_id: 1, revisions: 1 },
  { name: 'writes', unique: true, partialFilterExpression: { revisions: { $exists: true } } },
)
// Both contain the counts, so that no delivery is read to count cards.
schema.index({ user_id: 1, revision: -1, day: -1, day_papers: 1, size: 1, 'ledger.shown': 1 }, { name: 'reader' })
schema.index({ day: 1, day_papers: 1, size: 1, 'ledger.shown': 1 }, { name: 'kept', partialFilterExpression: KEPT })

/** Used in api/store only. */
export const Deliveries = model('Delivery', schema)

/** Number of cards, as an aggregation expression. */
export const SIZE = { $ifNull: ['$size', '$ledger.shown'] }
/** Ids of the papers on cards, also on hidden ones, as an aggregation expression. Missing when pruned. */
export const PAPER_IDS = { $ifNull: ['$paper_ids', '$cards.paper_id'] }
/** The same without the hidden ones. */
export const SHOWN_IDS = {
  $filter: { input: PAPER_IDS, cond: { $not: { $in: ['$$this', { $ifNull: ['$hidden', []] }] } } },
}

const keyOf = ({ kind, text, paper_id = '', maybe = false, followed = '' }: Reason) =>
  `${kind} ${paper_id} ${maybe} ${followed} ${text}`

/** The stored fields of cards. Their ranks are their positions. */
export function packCards(cards: readonly DeliveredCard[]) {
  const reasons: Reason[] = []
  const positions = new Map<string, number>()
  const because: number[] = []
  for (const card of cards) {
    because.push(card.reasons.length)
    for (const reason of card.reasons) {
      const key = keyOf(reason)
      let position = positions.get(key)
      if (position === undefined) {
        position = reasons.push(reason) - 1
        positions.set(key, position)
      }
      because.push(position)
    }
  }
  return {
    paper_ids: cards.map(({ paper_id }) => paper_id),
    scores: bytesOf(Float32Array.from(cards, ({ score }) => score)),
    reasons,
    because: bytesOf(Uint16Array.from(because)),
    next_door: cards.filter(({ from_next_door }) => from_next_door).map(({ paper_id }) => paper_id),
  }
}

/** The cards of a stored delivery without the hidden ones; none when it is pruned. */
export const unpackCards = (stored: StoredDelivery): DeliveredCard[] => withoutHidden(unpackAllCards(stored), stored)

function withoutHidden(cards: DeliveredCard[], stored: StoredDelivery): DeliveredCard[] {
  if (!stored.hidden?.length) return cards
  const hidden = new Set(stored.hidden)
  return cards.filter(({ paper_id }) => !hidden.has(paper_id)).map((card, index) => ({ ...card, rank: index + 1 }))
}

function unpackAllCards(stored: StoredDelivery): DeliveredCard[] {
  const { paper_ids = [], reasons = [], next_door = [], cards } = stored
  if (cards !== undefined) return cards.map((card) => ({ ...card, from_next_door: card.from_next_door ?? false }))
  const scores = new Float32Array(bufferOf(stored.scores))
  const because = new Uint16Array(bufferOf(stored.because))
  const outside = new Set(next_door)
  let at = 0
  return paper_ids.map((paper_id, index) => {
    const from = at + 1
    at = from + (because[at] ?? 0)
    return {
      paper_id,
      rank: index + 1,
      score: scores[index] ?? 0,
      reasons: [...because.subarray(from, at)].flatMap((position) => reasons[position] ?? []),
      from_next_door: outside.has(paper_id),
    }
  })
}

/** The delivery with its cards. */
export function toDelivery(stored: StoredDelivery): DeliveryRecord {
  const all_cards = unpackAllCards(stored)
  return {
    _id: stored._id,
    user_id: stored.user_id,
    day: stored.day,
    category_ids: stored.category_ids ?? [],
    mutes: stored.mutes ?? '',
    cards: withoutHidden(all_cards, stored),
    all_cards,
    ledger: { saved_before: 0, dismissed_before: 0, ...stored.ledger },
    places: { ...emptyBuckets(), ...stored.places },
    day_papers: stored.day_papers ?? null,
    revision: stored.revision ?? null,
    mixed: stored.mixed ?? null,
    opened_from_mail_at: stored.opened_from_mail_at,
    created_at: stored.created_at,
  }
}

const bytesOf = ({ buffer }: Float32Array | Uint16Array) => new Uint8Array(buffer as ArrayBuffer)

/** A copy of the bytes, since typed arrays need aligned memory. */
function bufferOf(stored: mongo.Binary | Uint8Array | undefined): ArrayBuffer {
  if (stored === undefined) return new ArrayBuffer(0)
  const bytes = stored instanceof Uint8Array ? stored : stored.buffer.subarray(0, stored.length())
  return new Uint8Array(bytes).buffer
}
