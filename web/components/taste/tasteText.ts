import type { NameOf } from '../../shared/categoryNames.ts'
import type { SignalKind, Taste, TasteEntry } from '#api/contract/taste.ts'
import type { Interests } from '#api/contract/users.ts'
import { formatDateShort, formatPlural } from '../../shared/format.ts'
import { serverNow } from '../../shared/serverClock.ts'

export type AdjustmentAction = NonNullable<TasteEntry['adjustment']>
/** What the user can do to a row. Muting is not an adjustment of a weight: it hides papers. */
export type RowAction = AdjustmentAction | 'mute'

const signals: Record<SignalKind, (count: number) => string> = {
  save: (count) => `saved ${count}`,
  note: (count) => `noted ${count}`,
  like: (count) => `liked ${count}`,
  dislike: (count) => `not for me ${count}`,
  click: (count) => `opened ${count}`,
  view: (count) => `read ${count}`,
  mail: (count) => `opened ${count} from the mail`,
  own: (count) => `wrote ${count}`,
  import: (count) => `added ${count}`,
  zotero: (count) => `in Zotero ${count}`,
  topic: () => 'a topic you typed',
}

/** "saved 4, noted 1": the user's actions behind a row. */
export const describeActions = (actions: TasteEntry['actions']): string =>
  actions.map(({ kind, count }) => signals[kind](count)).join(', ')

/** What a row is about, in words. */
export const nameOfEntry = ({ kind, text }: Pick<TasteEntry, 'kind' | 'text'>, nameOf: NameOf): string =>
  kind === 'category' ? nameOf(text) : text

/** Why a row without actions is in the list: the user follows it. Undefined if nothing is known. */
export function describeFollowed(
  { kind, text, key }: TasteEntry,
  followed: Interests & { category_ids: readonly string[] },
): string | undefined {
  const has = (list: readonly string[]) => list.some((item) => item.toLowerCase() === text.toLowerCase())
  if (kind === 'author' && has(followed.authors)) return 'you follow this author'
  if (kind === 'term' && has(followed.keywords)) return 'one of your keywords'
  return kind === 'category' && followed.category_ids.includes(key) ? 'you follow it' : undefined
}

/** One or two sentences on how much the ranker has learned, and what comes next. */
export function describeTaste({ state, actions, since, needed }: Taste, now: Date = serverNow()): string {
  const known = `From ${formatPlural(actions, 'action')}${since === null ? '' : ` since ${formatDateShort(since, now)}`}`
  const missing = `${formatPlural(needed, 'more paper')} that you save, like or open ${needed === 1 ? 'makes' : 'make'}`
  switch (state) {
    case 'prior':
      return actions === 0
        ? 'Not personal yet: the order follows your categories, keywords and authors.'
        : `${known}, not personal yet: the order follows your categories, keywords and authors. ${missing} it personal.`
    case 'centroid':
      return `${known}. Papers close to those you chose come first; ${missing} it weigh single words and authors.`
    case 'trained':
      return `${known}. Every row comes from something you did; change it, and the next list follows.`
  }
}

/** The word for a row that the user has changed. */
export const changedWords: Record<RowAction, string> = {
  pin: 'pinned',
  raise: 'raised',
  lower: 'lowered',
  forget: 'forgotten',
  mute: 'muted',
}
