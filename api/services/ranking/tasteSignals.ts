import type { SignalKind } from '../../contract/taste.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import { signalWeight } from '../../ranking/ranker.ts'
import { findActions, type ActionFields } from '../../store/readers/interactions.ts'
import { findSaves } from '../../store/readers/readingList.ts'
import { markChanged } from '../../store/readers/tastes.ts'
import { findSeeds } from '../../store/readers/tasteSeeds.ts'

/** View time from which a paper counts as read with interest. */
export const LONG_VIEW_SECONDS = 30

/** One action of a reader that the model learns from. */
export interface Signal {
  kind: SignalKind
  /** Id of the paper; for a topic its words. */
  key: string
  at: Date
  /** After decay. */
  weight: number
}

/** What the reader thinks of one paper or topic. */
export interface Opinion {
  key: string
  isTopic: boolean
  weight: number
  /** Newest first. */
  signals: Signal[]
}

/**
 * The reader's actions after `since`, newest first: saved and noted papers that are still on the list, likes, dislikes,
 * clicks and long views, papers of their own, imported papers and topics. What was taken back is not there. A paper that
 * was shown and ignored is no signal.
 */
export async function readSignals(userId: string, since: Date | null = null): Promise<Signal[]> {
  const [actions, saves, seeds] = await Promise.all([
    findActions(userId, LONG_VIEW_SECONDS),
    findSaves(userId),
    findSeeds(userId),
  ])
  const found: (Omit<Signal, 'weight'> & { half?: boolean })[] = [
    ...actions.flatMap(signalsOf),
    ...saves.map(({ paper_id, notes, added_at, updated_at }): Omit<Signal, 'weight'> =>
      notes === '' ? { kind: 'save', key: paper_id, at: added_at } : { kind: 'note', key: paper_id, at: updated_at },
    ),
    ...seeds.map(({ kind, key, added_at, half }) => ({ kind, key, at: added_at, half: half === true })),
  ]
  const at = now().getTime()
  return found
    .filter((signal) => since === null || signal.at > since)
    .map(({ half, ...signal }) => ({
      ...signal,
      weight: signalWeight(signal.kind, (at - signal.at.getTime()) / DAY_MS) * (half ? 0.5 : 1),
    }))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.key < other.key ? -1 : 1))
}

function signalsOf(action: ActionFields): Omit<Signal, 'weight'>[] {
  const { paper_id: key, clicked, clicks, mail_clicks, view_seconds, liked, dismissed } = action
  // Records of earlier versions have no times: they count as long ago.
  const signal = (kind: SignalKind, at: Date | null | undefined) => ({ kind, key, at: at ?? new Date(0) })
  return [
    ...(clicked ? [signal(clicks > 0 && mail_clicks === clicks ? 'mail' : 'click', action.last_click_at)] : []),
    ...(view_seconds >= LONG_VIEW_SECONDS ? [signal('view', action.viewed_at)] : []),
    ...(liked ? [signal('like', action.rated_at)] : []),
    ...(dismissed ? [signal('dislike', action.rated_at)] : []),
  ]
}

/** Actions that say what the reader thinks of a paper, unlike opening it. */
const SPOKEN: ReadonlySet<SignalKind> = new Set(['save', 'note', 'like', 'dislike'])

/**
 * One opinion per paper and topic, the one with the newest action first. The newest spoken action decides between yes and
 * no, and the strongest action of that side is the weight: to save, note and open a paper is one opinion.
 */
export function formOpinions(signals: readonly Signal[]): Opinion[] {
  const groups = Map.groupBy(signals, ({ kind, key }) => `${kind === 'topic'} ${key}`)
  return [...groups.values()].map((group) => {
    const [newest] = group
    const isNo = group.find(({ kind }) => SPOKEN.has(kind))?.kind === 'dislike'
    const sides = group.filter(({ weight }) => weight < 0 === isNo)
    const weight = sides.reduce((most, one) => (Math.abs(one.weight) > Math.abs(most) ? one.weight : most), 0)
    return { key: newest?.key ?? '', isTopic: newest?.kind === 'topic', weight, signals: group }
  })
}

/**
 * Records that the reader has acted, so that the model follows within seconds. Never throws: the stored action is what
 * counts, and without the mark the model follows at its next fit.
 */
export async function markTasteChanged(userId: string): Promise<void> {
  try {
    await markChanged(userId, now())
  } catch (error) {
    log.warn({ error, user_id: userId }, 'a change of taste could not be recorded; the model follows later')
  }
}
