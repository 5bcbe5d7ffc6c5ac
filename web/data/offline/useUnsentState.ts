import { useUser } from '../../shared/useUser.ts'
import { dropChange, useUnsentChanges, type Change } from './unsentChanges.ts'

const failures: Record<Change['what'], string> = {
  save: 'Not saved',
  restore: 'Not restored',
  remove: 'Not removed',
  like: 'Not marked as liked',
  dislike: 'Not marked as not for you',
  none: 'Not taken back',
  seen: 'Not marked as seen',
}

/** What the offline banner says of the user's changes that were not sent. */
export function useUnsentState() {
  const { id } = useUser()
  const changes = useUnsentChanges(id)
  return {
    // That a card was seen is no change that the reader made.
    waiting: changes.filter(({ what, refused }) => what !== 'seen' && refused === undefined).length,
    refused: changes.flatMap((change) =>
      change.refused === undefined
        ? []
        : [
            {
              label: `${failures[change.what]}: ${change.title}`,
              reason: change.refused,
              onClose: () => dropChange(id, change),
            },
          ],
    ),
  }
}
