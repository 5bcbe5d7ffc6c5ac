import { t } from 'elysia'
import { FEED_KINDS } from './limits.ts'
import { completeListOf } from './lists.ts'
import { oneOf } from './stringSchemas.ts'

/** A feed of a reader, which is read under a secret address. */
export const OwnFeed = t.Object({
  id: t.String(),
  kind: oneOf(FEED_KINDS),
  of: t.String({ description: 'Id of the category or topic, or the tag; empty for the days.' }),
  name: t.String({ description: 'Name of the category or topic, or the tag; empty for the days.' }),
  address: t.String({ description: 'Secret address (`.atom`; a JSON Feed with `.json`).' }),
  ended: t.Nullable(
    t.String({ description: 'Why nothing can be read under the address now (410), in a sentence; null if it can.' }),
  ),
})
export type OwnFeed = typeof OwnFeed.static
export const OwnFeeds = completeListOf(OwnFeed)
export type OwnFeeds = typeof OwnFeeds.static

export const FeedInput = t.Object(
  {
    kind: oneOf(FEED_KINDS),
    of: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 80,
        description: 'Id of a category or topic that the caller follows, or a tag of their list; not for the days.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type FeedInput = typeof FeedInput.static

/** The feed of the days alone. */
export const FeedAddress = t.Object({
  address: t.Nullable(
    t.String({ description: 'Secret address of the feed (`.atom`; a JSON Feed with `.json`); null if it is off.' }),
  ),
})
export type FeedAddress = typeof FeedAddress.static
