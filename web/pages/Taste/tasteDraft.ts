import type { Adjustment, Taste, TasteEntry } from '#api/contract/taste.ts'
import type { Interests } from '#api/contract/users.ts'
import type { RowAction } from '../../components/taste/tasteText.ts'

/** All that the user can change on the taste page. */
export interface TasteDraft {
  adjustments: readonly Adjustment[]
  muted_terms: readonly string[]
  muted_authors: readonly string[]
}
type Feature = Pick<TasteEntry, 'kind' | 'key' | 'text'>

/** The draft without any change. */
export const draftOf = (taste: Taste, { muted_terms, muted_authors }: Interests): TasteDraft => ({
  adjustments: taste.adjustments,
  muted_terms,
  muted_authors,
})

const sameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const isOf =
  ({ kind, key }: Feature) =>
  (adjustment: Adjustment) =>
    adjustment.kind === kind && adjustment.key === key

/** Whether `text` is muted as a word or as an author. */
export const isMuted = (draft: TasteDraft, kind: 'term' | 'author', text: string): boolean =>
  draft[kind === 'term' ? 'muted_terms' : 'muted_authors'].some((muted) => sameText(muted, text))

/** Mutes or unmutes a word or an author. */
export function withMute(draft: TasteDraft, kind: 'term' | 'author', text: string, muted: boolean): TasteDraft {
  const list = kind === 'term' ? 'muted_terms' : 'muted_authors'
  const others = draft[list].filter((other) => !sameText(other, text))
  return { ...draft, [list]: muted ? [...others, text] : others }
}

/** What the draft does to a feature; undefined if nothing. */
export function actionIn(draft: TasteDraft, feature: Feature): RowAction | undefined {
  const { kind, text } = feature
  if ((kind === 'term' || kind === 'author') && isMuted(draft, kind, text)) return 'mute'
  return draft.adjustments.find(isOf(feature))?.action
}

/** Sets what the draft does to a feature. A feature has one action: the new one replaces the previous one. */
export function withAction(draft: TasteDraft, feature: Feature, action: RowAction | undefined): TasteDraft {
  const { kind, key, text } = feature
  const isMutable = kind === 'term' || kind === 'author'
  const base = isMutable && isMuted(draft, kind, text) ? withMute(draft, kind, text, false) : draft
  const adjustments = base.adjustments.filter((adjustment) => !isOf(feature)(adjustment))
  if (action === 'mute') return isMutable ? withMute({ ...base, adjustments }, kind, text, true) : base
  return { ...base, adjustments: action === undefined ? adjustments : [...adjustments, { kind, key, action }] }
}

const without = <One>(list: readonly One[], taken: readonly One[], isSame: (a: One, b: One) => boolean) =>
  list.filter((one) => !taken.some((other) => isSame(one, other)))

const isSameAdjustment = (a: Adjustment, b: Adjustment) => a.kind === b.kind && a.key === b.key && a.action === b.action

/** What was changed from `before` to `after`, changed in `draft`: for a draft that another window has saved meanwhile. */
export function applyChanges(
  draft: TasteDraft,
  { before, after }: { before: TasteDraft; after: TasteDraft },
): TasteDraft {
  const [removed, added] = [
    without(before.adjustments, after.adjustments, isSameAdjustment),
    without(after.adjustments, before.adjustments, isSameAdjustment),
  ]
  const isTouched = (one: Adjustment) =>
    [...removed, ...added].some(({ kind, key }) => one.kind === kind && one.key === key)
  const mutes = (list: 'muted_terms' | 'muted_authors') => {
    const taken = without(before[list], after[list], sameText)
    const kept = without(draft[list], taken, sameText)
    return [...kept, ...without(without(after[list], before[list], sameText), kept, sameText)]
  }
  return {
    adjustments: [...draft.adjustments.filter((one) => !isTouched(one)), ...added],
    muted_terms: mutes('muted_terms'),
    muted_authors: mutes('muted_authors'),
  }
}

/** Number of features that differ between two drafts. */
export function countChanges(a: TasteDraft, b: TasteDraft): number {
  const entries = (draft: TasteDraft) => [
    ...draft.adjustments.map(({ kind, key, action }) => `${kind} ${key} ${action}`),
    ...draft.muted_terms.map((text) => `mute term ${text.toLowerCase()}`),
    ...draft.muted_authors.map((text) => `mute author ${text.toLowerCase()}`),
  ]
  const [ofA, ofB] = [new Set(entries(a)), new Set(entries(b))]
  const changed = [...ofA.symmetricDifference(ofB)]
  // A pin that becomes a raise is one change, not two.
  return new Set(changed.map((entry) => (entry.startsWith('mute ') ? entry : entry.slice(0, entry.lastIndexOf(' ')))))
    .size
}
