import { PaperActionRow, type PaperActions } from './PaperActionRow.tsx'
import { PaperArticle, type PaperArticleProps } from './PaperArticle.tsx'
import type { ActionStatus } from './SaveButton.tsx'

export interface PaperCardProps extends Omit<PaperArticleProps, 'onOpen' | 'onExpandedChange' | 'linked'> {
  /** Absent on a card that can only be read. */
  actions?: PaperActions
  saveStatus?: ActionStatus
}

/** One paper as a signed-in reader meets it, with what one can do to it. `children`, the open note, come last. */
export function PaperCard({ actions, saveStatus, children, ...article }: PaperCardProps) {
  const { paper, state } = article
  return (
    <PaperArticle
      {...article}
      onOpen={actions?.onOpen}
      onExpandedChange={actions?.onExpandedChange}
      linked={actions !== undefined}
    >
      {actions && (
        <PaperActionRow
          paper={paper}
          saved={state?.saved ?? false}
          liked={state?.liked ?? false}
          saveStatus={saveStatus}
          actions={actions}
        />
      )}
      {children}
    </PaperArticle>
  )
}
