import { withoutNamesakes, type NameOf } from '../../shared/categoryNames.ts'
import type { Fate, Whereabouts } from '#api/contract/whereabouts.ts'
import { formatDay, formatInstant, formatNames } from '../../shared/format.ts'

/** More followed categories than this are counted instead of listed. */
const LISTED_CATEGORIES = 4
const LISTED_REF = 120

export interface WhereaboutsContext {
  nameOf: NameOf
  followed: readonly string[]
  isAdmin: boolean
  /** A day whose year is not repeated, YYYY-MM-DD. */
  today: string
}

/** "Tue 17 Nov", with the year unless it is that of `today`. */
export const formatFateDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : `${formatDay(day)} ${day.slice(0, 4)}`

/** One or two sentences on where a paper went for the reader. */
export function describeFate(answer: Whereabouts, context: WhereaboutsContext): string {
  return sentences[answer.fate](answer, context)
}

const sentences: Record<Fate, (answer: Whereabouts, context: WhereaboutsContext) => string> = {
  shown: (answer, context) => `Shown to you${on(answer, context)}${placeOf(answer)}.`,
  below_cut: (answer, context) => `Below the cut${on(answer, context)}${placeOf(answer)}.`,
  muted: ({ because, ...answer }, context) =>
    because === undefined
      ? `Hidden by one of your mutes${on(answer, context)}.`
      : `Hidden by your mute “${because}”${on(answer, context)}.`,
  seen_before: (answer, context) => `Announced${on(answer, context)}. It was shown to you on an earlier day.`,
  saved_before: (answer, context) => `Announced${on(answer, context)}. It was in your reading list already.`,
  dismissed_before: (answer, context) => `Announced${on(answer, context)}. You had dismissed it before.`,
  older_version: (answer, context) =>
    `A new version of an older paper${on(answer, context)}. New versions are shown only for papers you saved.`,
  cross_list: (answer, context) =>
    `An older paper, cross-listed${on(answer, context)} into a category you follow. Only new papers become cards.`,
  other_categories: ({ categories = [], ...answer }, context) =>
    `Announced${on(answer, context)} in ${categories.length === 0 ? 'other categories' : namesOf(categories, context)} only; ${followedText(context)}.`,
  day_missing: (answer, context) =>
    `Announced on a day that we missed${answer.day === undefined ? '' : `: ${formatFateDay(answer.day, context.today)}`}. ${
      context.isAdmin
        ? 'It appears when that day has been fetched.'
        : 'That day can still be fetched; the paper appears then.'
    }`,
  not_delivered_yet: (answer, context) =>
    `Announced${on(answer, context)}, but your papers of that day are not ready yet. They appear by themselves.`,
  not_announced_yet: ({ paper, expected_at }) =>
    [
      'Not announced yet',
      paper?.published_at ? `: submitted ${formatInstant(paper.published_at)}` : '',
      expected_at === undefined ? '' : `${paper?.published_at ? '; ' : ': '}expected ${formatInstant(expected_at)}`,
      '.',
    ].join(''),
  before_library: (answer, context) =>
    `From before this library began${answer.day === undefined ? '' : `: announced${on(answer, context)}`}. It was never sorted into your days.`,
  never_announced: () => 'Looked up by its DOI, not announced, so it is on none of your days.',
  not_in_library: ({ ref }) =>
    `Not in the library: “${ref.length > LISTED_REF ? `${ref.slice(0, LISTED_REF)}…` : ref}” is no id, address or title of a stored paper.`,
}

const on = ({ day }: Pick<Whereabouts, 'day'>, { today }: WhereaboutsContext) =>
  day === undefined ? '' : ` on ${formatFateDay(day, today)}`

const placeOf = ({ place, of }: Whereabouts) =>
  place === undefined ? '' : `, place ${place}${of === undefined ? '' : ` of ${of}`}`

/** A journal once, though each of its ISSNs is a category. */
const namesOf = (categories: readonly string[], { nameOf }: WhereaboutsContext): string =>
  formatNames(withoutNamesakes(categories, nameOf).map(nameOf))

function followedText(context: WhereaboutsContext): string {
  const { followed } = context
  if (followed.length === 0) return 'you follow no category'
  return followed.length > LISTED_CATEGORIES
    ? `you follow ${followed.length} other categories`
    : `you follow ${namesOf(followed, context)}`
}
