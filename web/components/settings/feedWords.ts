import type { FeedInput, OwnFeed } from '#api/contract/feeds.ts'

/** A feed that can be made, as the reader chooses it. */
export interface FeedChoice {
  input: FeedInput
  group: 'Your days' | 'Followed' | 'Tags of your list'
  name: string
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
  { followed, tags }: { followed: readonly { id: string; name: string }[]; tags: readonly string[] },
): FeedChoice[] {
  const choices: FeedChoice[] = [
    { input: { kind: 'day' }, group: 'Your days', name: 'Papers of the day' },
    ...followed.map(({ id, name }): FeedChoice => ({ input: { kind: 'category', of: id }, group: 'Followed', name })),
    ...tags.map((tag): FeedChoice => ({ input: { kind: 'tag', of: tag }, group: 'Tags of your list', name: tag })),
  ]
  return choices.filter(({ input }) => !feeds.some(({ kind, of }) => kind === input.kind && of === (input.of ?? '')))
}
