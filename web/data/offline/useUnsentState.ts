import { paperPath } from '../../shared/paperAddress.ts'
import { useUser } from '../../shared/useUser.ts'
import { dropChange, useUnsentChanges, type Change, type UnsentChange } from './unsentChanges.ts'
import { isMade } from './useChanges.ts'

const failures: Record<Change['what'], string> = {
  save: 'Not saved',
  restore: 'Not restored',
  remove: 'Not removed',
  like: 'Not marked as liked',
  dislike: 'Not marked as not for you',
  none: 'Not taken back',
  seen: 'Not marked as seen',
  move: 'Not moved',
  tags: 'Tags not changed',
  note: 'Note not saved',
}

/** What the offline banner says of the user's changes that were not sent. */
export function useUnsentState() {
  const { id } = useUser()
  const changes = useUnsentChanges(id)
  return {
    waiting: changes.filter(isMade).length,
    refused: changes.flatMap((change) =>
      change.refused === undefined
        ? []
        : [
            {
              label: labelOf(change),
              reason: change.refused,
              // The text is in the editor of the paper's page.
              ...(change.what === 'note' && { href: paperPath(change.paperId) }),
              onClose: () => dropChange(id, change),
            },
          ],
    ),
  }
}

const labelOf = ({ what, title, paperId }: UnsentChange): string =>
  what === 'note' ? `${failures.note}: your text on ${paperId} is kept on this device` : `${failures[what]}: ${title}`
