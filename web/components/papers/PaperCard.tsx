import { PaperActionRow } from './PaperActionRow.tsx'
import { PaperArticle, type PaperArticleProps } from './PaperArticle.tsx'
import type { PaperActions } from './PaperMenu.tsx'
import type { ActionStatus } from './SaveButton.tsx'

export interface PaperCardProps extends Omit<
  PaperArticleProps,
  'onOpen' | 'onExpandedChange' | 'onShowPaper' | 'linked'
> {
  /** Undefined on a read-only card. */
  actions?: PaperActions
  saveStatus?: ActionStatus
  /** Why the last action failed. */
  error?: string | undefined
}

/** A paper with its actions, for signed-in users. `children` (the open note) are rendered last. */
export function PaperCard({ actions, saveStatus, error, children, ...article }: PaperCardProps) {
  const { paper, state } = article
  return (
    <PaperArticle
      {...article}
      onOpen={actions?.onOpen}
      onExpandedChange={actions?.onExpandedChange}
      onShowPaper={actions?.onShowPaper}
      linked={actions !== undefined}
    >
      {actions && (
        <PaperActionRow
          paper={paper}
          saved={state?.saved ?? false}
          liked={state?.liked ?? false}
          saveStatus={saveStatus}
          error={error}
          actions={actions}
        />
      )}
      {children}
    </PaperArticle>
  )
}
