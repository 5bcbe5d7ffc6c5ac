import type { Category } from '#api/contract/categories.ts'
import type { FeedInput, OwnFeed } from '#api/contract/feeds.ts'
import type { NameOf } from '../../shared/categoryNames.ts'

/** A feed that can be made, as the reader chooses it. */
export interface FeedChoice {
  input: FeedInput
  group: 'Your days' | 'Followed' | 'Tags of your list'
  name: string
}

type Followed = Pick<Category, 'id' | 'name' | 'kind'>

/** With its code or its server, as the API names the feed: two categories are called "Machine Learning". */
function fullNameOf({ id, name, kind }: Followed, nameOf: NameOf): string {
  if (kind !== 'taxonomy') return name
  return nameOf(id) === id ? `${id} ${name}` : nameOf(id)
}

/** What a feed is called in its row. */
export const nameOfFeed = ({ kind, name }: Pick<OwnFeed, 'kind' | 'name'>): string =>
  kind === 'day' ? 'Papers of the day' : kind === 'tag' ? `Tag: ${name}` : name

/**
 * The feeds that the reader can make: of the days, of what they follow and of the tags of their list, without those that they
 * have.
 */
export function listChoices(
  feeds: readonly OwnFeed[],
  { followed, tags, nameOf }: { followed: readonly Followed[]; tags: readonly string[]; nameOf: NameOf },
): FeedChoice[] {
  const choices: FeedChoice[] = [
    { input: { kind: 'day' }, group: 'Your days', name: 'Papers of the day' },
    ...followed.map((one): FeedChoice => ({
      input: { kind: 'category', of: one.id },
      group: 'Followed',
      name: fullNameOf(one, nameOf),
    })),
    ...tags.map((tag): FeedChoice => ({ input: { kind: 'tag', of: tag }, group: 'Tags of your list', name: tag })),
  ]
  return choices.filter(({ input }) => !feeds.some(({ kind, of }) => kind === input.kind && of === (input.of ?? '')))
}
