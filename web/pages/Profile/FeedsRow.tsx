import Alert from '@mui/material/Alert'
import Skeleton from '@mui/material/Skeleton'
import { MissingPart } from '../../components/atoms/MissingPart.tsx'
import { FeedRows } from '../../components/settings/FeedRows.tsx'
import { listChoices, type FeedChoice } from '../../components/settings/feedWords.ts'
import { NewFeed } from '../../components/settings/NewFeed.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useCategories } from '../../data/account/useCategories.ts'
import { useFeeds } from '../../data/account/useFeeds.ts'
import { useTags } from '../../data/reading/useTags.ts'
import { useAction } from '../../data/useAction.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { useUser } from '../../shared/useUser.ts'

/** The reader's feeds, and the choice of a new one. */
export function FeedsRow() {
  const { category_ids } = useUser()
  const nameOf = useCategoryNames()
  const { feeds, error, retry, make, renew, end } = useFeeds()
  const { categories = [], ...followable } = useCategories()
  const { tags, ...tagging } = useTags()
  const making = useAction(({ input }: FeedChoice) => make(input))
  const renewing = useAction(renew)
  const ending = useAction(end)
  const missing = followable.error ?? tagging.error
  const followed = categories.filter(({ id }) => category_ids.includes(id))
  return (
    <SettingsRow
      label="Feeds"
      help="Papers in a feed reader: Atom, or JSON Feed with .json at the end of the address. Whoever has an address can read that feed without signing in, and nothing else."
    >
      {error && (
        <MissingPart what="The list of your feeds" error={error} onRetry={retry} isShown={feeds !== undefined} />
      )}
      {!feeds && !error && <Skeleton width="60%" height={44} animation={false} />}
      {feeds && (
        <>
          <FeedRows
            feeds={feeds}
            busy={renewing.busy || ending.busy}
            error={(renewing.error ?? ending.error)?.message}
            onRenew={renewing.run}
            onEnd={ending.run}
          />
          {missing && (
            <MissingPart
              what="What a feed can be of"
              error={missing}
              onRetry={() => {
                followable.retry()
                tagging.retry()
              }}
            />
          )}
          <NewFeed
            choices={listChoices(feeds, { followed, tags, nameOf })}
            count={feeds.length}
            busy={making.busy}
            onMake={making.run}
          />
        </>
      )}
      {making.error && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {making.error.message}
        </Alert>
      )}
    </SettingsRow>
  )
}
