import type { SignalKind } from '../../contract/taste.ts'
import type { FeaturedPaper } from '../features/featuredPaper.ts'

/** A paper that the reader acted on; several actions on one paper are one example. */
export interface Example {
  paper: FeaturedPaper
  /** Sum of `signalWeight` of the actions: positive for liked, negative for disliked. 0 is ignored. */
  weight: number
}

const TOPIC = 'topic:'
/** The id of the example of a typed topic, which is no paper. */
export const topicId = (text: string): string => TOPIC + text
export const isTopicId = (id: string): boolean => id.startsWith(TOPIC)
/** The words of a typed topic, from its id. */
export const topicOf = (id: string): string => id.slice(TOPIC.length)

/** What one action counts for a fresh signal. A paper that was shown and ignored is no signal: it may not have been seen. */
const WEIGHT: Record<SignalKind, number> = {
  save: 1,
  note: 1.2,
  like: 1,
  dislike: -1,
  click: 0.3,
  view: 0.3,
  mail: 0.2,
  own: 1,
  import: 1,
  zotero: 1,
  topic: 1,
}
/** Signals lose this share of their weight a day, down to `FLOOR` of it. */
const DECAY_A_DAY = 0.01
const FLOOR = 0.2
/** Papers of a library that was collected over years: each counts half as much a year after it was added. */
const LIBRARY_HALF_LIFE_DAYS = 365

/** The weight of an action for `fitTaste`, `ageDays` after it. Papers of the reader's own and topics do not fade. */
export function signalWeight(kind: SignalKind, ageDays: number): number {
  if (kind === 'own' || kind === 'import' || kind === 'topic') return WEIGHT[kind]
  if (kind === 'zotero') return WEIGHT[kind] * 0.5 ** (Math.max(0, ageDays) / LIBRARY_HALF_LIFE_DAYS)
  return WEIGHT[kind] * Math.max(FLOOR, Math.exp(-DECAY_A_DAY * Math.max(0, ageDays)))
}
