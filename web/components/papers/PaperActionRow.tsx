import { Suspense, useState } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { Icon } from '../atoms/Icon.tsx'
import type { PaperActions } from './PaperMenu.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { SaveButton, type ActionStatus } from './SaveButton.tsx'

const PaperMenu = lazyPart(async () => (await import('./PaperMenu.tsx')).PaperMenu)

interface PaperActionRowProps {
  paper: Paper
  saved: boolean
  liked: boolean
  saveStatus?: ActionStatus
  /** Why the last action failed. */
  error?: string | undefined
  actions: PaperActions
}

/**
 * Actions on a paper. On narrow screens some are in the menu; on phones, all but Save and PDF. On the paper's own page,
 * which gives `onCopyLink`, Cite and Copy link have buttons, and Like is in the menu.
 */
export function PaperActionRow({ paper, saved, liked, saveStatus, error, actions }: PaperActionRowProps) {
  const { onSavedChange, onOpen, onNote, onFeedback, onSimilar, onCite, onCopyLink } = actions
  return (
    <>
      <div className="paper-actions">
        <SaveButton saved={saved} status={saveStatus} onToggle={onSavedChange} />
        {paper.urls.pdf !== undefined && (
          <a className="button" href={paper.urls.pdf} target="_blank" rel="noopener" onClick={onOpen}>
            <Icon name="pdf" />
            PDF
          </a>
        )}
        {onNote && (
          <button className="button from-sm" type="button" onClick={onNote}>
            <Icon name="note" />
            Note
          </button>
        )}
        {onSimilar && (
          <button className="button from-lg" type="button" onClick={onSimilar}>
            <Icon name="similar" />
            Similar
          </button>
        )}
        {onCopyLink && (
          <>
            <button className="button" type="button" onClick={onCite}>
              <Icon name="cite" />
              Cite
            </button>
            <button className="button from-sm" type="button" onClick={onCopyLink}>
              <Icon name="link" />
              Copy link
            </button>
          </>
        )}
        {onFeedback && !onCopyLink && (
          <button
            className="button from-lg"
            type="button"
            aria-pressed={liked}
            onClick={() => onFeedback(liked ? 'none' : 'like')}
          >
            <Icon name={liked ? 'liked' : 'like'} className={liked ? 'accent' : undefined} />
            Like
          </button>
        )}
        {onFeedback && (
          <button className="button from-sm" type="button" onClick={() => onFeedback('dislike')}>
            <Icon name="dismiss" />
            Not for me
          </button>
        )}
        <MoreMenu paper={paper} liked={liked} actions={actions} />
      </div>
      {error !== undefined && (
        <p className="meta action-error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}

/** The button of the menu, whose code is loaded when it is opened for the first time. */
function MoreMenu(props: Pick<PaperActionRowProps, 'paper' | 'liked' | 'actions'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(anchor !== null)
  return (
    <>
      <button
        className="button icon-only"
        type="button"
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" />
      </button>
      {wasOpened && (
        <Suspense>
          <PaperMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
