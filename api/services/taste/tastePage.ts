import type {
  Adjustment,
  Taste,
  TasteChanges,
  TasteEntry,
  TastePreview,
  TastePreviewInput,
} from '../../contract/taste.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { TRAINED_FROM } from '../../ranking/ranker.ts'
import { findDelivery } from '../../store/readers/deliveries.ts'
import { changeTaste as storeChanges } from '../../store/readers/tastes.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { entryWords } from '../../text/entries.ts'
import { rankForMe } from '../delivery/delivery.ts'
import { markTasteChanged, formOpinions, readSignals } from '../ranking/tasteSignals.ts'
import { EXAMPLES_MAX, NO_MODEL, readTastes } from '../ranking/fitting.ts'
import { readOrderWorth } from '../ranking/orderWorth.ts'
import { toCards } from '../papers/cards.ts'
import { countHidden } from './hiddenPapers.ts'
import { describeDisliked, describeEntries, isCorrected } from './tasteRows.ts'

/** Rows of each list. */
const ROWS = 40
const PREVIEW_CARDS = 10

/** What the model believes of the reader, which own actions caused it, and what the reader corrected. */
export async function getTaste(user: UserRecord): Promise<Taste> {
  let taste = (await readTastes([user._id])).get(user._id)
  const [signals, muted, order] = await Promise.all([
    readSignals(user._id, taste?.record.reset_at ?? null),
    countHidden(user),
    readOrderWorth(user._id),
  ])
  if (signals.length !== (taste?.record.actions ?? 0)) {
    // An action is stored before its mark, so the newest one may be without.
    await markTasteChanged(user._id)
    taste = (await readTastes([user._id])).get(user._id)
  }
  const { record, model = NO_MODEL } = taste ?? {}
  const opinions = formOpinions(signals).slice(0, EXAMPLES_MAX)
  const entries = await describeEntries(taste, opinions)
  const { state, positives } = model.taste
  const more = entries.filter(({ weight }) => weight > 0).slice(0, ROWS)
  const less = [
    ...(await describeDisliked(opinions)),
    ...entries.filter((entry) => entry.weight < 0 && isDisliked(entry)),
  ].slice(0, ROWS)
  const listed = new Set([...more, ...less])
  return {
    state,
    actions: signals.length,
    since: signals.at(-1)?.at.toISOString() ?? null,
    needed: state === 'trained' ? 0 : state === 'prior' ? 1 : TRAINED_FROM - positives,
    trained_at: record?.trained_at?.toISOString() ?? null,
    reset_at: record?.reset_at?.toISOString() ?? null,
    more,
    less,
    changed: entries
      .filter((entry) => isCorrected(entry) && !listed.has(entry))
      .map((entry) => ({ ...entry, weight: 0 })),
    adjustments: record?.adjustments ?? [],
    muted,
    order,
  }
}

/**
 * Replaces the reader's corrections, or takes a reset back. They hold from the next list on. Throws "invalid-input" for a
 * correction that names nothing.
 */
export async function changeTaste(user: UserRecord, changes: TasteChanges): Promise<Taste> {
  checkAdjustments(changes.adjustments ?? [])
  if (Object.keys(changes).length > 0) await storeChanges(user._id, changes, now())
  return getTaste(user)
}

/**
 * A weight may also be negative because the random papers that the model compares with have the feature more often. The
 * reader said so with a correction, or with dislikes of several papers, more than other actions: one disliked paper does
 * not say which of its words is the cause.
 */
function isDisliked(entry: TasteEntry): boolean {
  const count = (isNo: boolean) =>
    entry.actions.reduce((sum, one) => sum + ((one.kind === 'dislike') === isNo ? one.count : 0), 0)
  return isCorrected(entry) || (count(true) > 1 && count(true) > count(false))
}

/** Forgets all actions up to now; the actions themselves and the corrections stay. Undone by `reset_at: null`. */
export async function resetTaste(user: UserRecord): Promise<Taste> {
  await storeChanges(user._id, { reset_at: now() }, now())
  return getTaste(user)
}

function checkAdjustments(adjustments: readonly Adjustment[]): void {
  const empty = adjustments.find(({ key }) => entryWords(key) === '')
  if (empty === undefined) return
  const sentence = `“${empty.key}” has no letter or digit, so it names no ${empty.kind}. Leave it out.`
  throw invalidField('adjustments', sentence)
}

/**
 * The first cards of the newest day as they would stand with these corrections and mutes, which the caller has checked, each
 * with its place in the reader's list of the day, if the reader has one already.
 * Stores nothing. Throws "invalid-input" for a correction that names nothing.
 */
export async function previewTaste(
  user: UserRecord,
  { adjustments, ...mutes }: TastePreviewInput,
): Promise<TastePreview> {
  checkAdjustments(adjustments)
  const wanted = { ...user, interests: { ...user.interests, ...mutes } }
  const { day, shown, cards } = await rankForMe(wanted, { limit: PREVIEW_CARDS, adjustments })
  if (day === null) return { day, items: [], total: 0 }
  const [found, delivery] = await Promise.all([toCards(user, { shown, cards, day }), findDelivery(user._id, day)])
  const ranks = delivery && new Map(delivery.cards.map(({ paper_id }, at) => [paper_id, at + 1]))
  const items = found.map((card) => ({ ...card, ...(ranks && { list_rank: ranks.get(card.paper.id) ?? null }) }))
  return { day, items, total: items.length }
}
