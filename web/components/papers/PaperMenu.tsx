import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Paper } from '#api/contract/papers.ts'
import { paperPath } from '../../shared/paperAddress.ts'
import { PopupMenu, type PopupMenuProps } from '../atoms/PopupMenu.tsx'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { useCopyLink } from './useCopyLink.ts'

export interface PaperActions {
  onSavedChange: (saved: boolean) => void
  /** Called when the user opens the paper's source in a new tab. */
  onOpen?: () => void
  onExpandedChange?: (expanded: boolean) => void
  onNote?: () => void
  onFeedback?: (value: 'like' | 'dislike' | 'none') => void
  /** Shows papers like this one. */
  onSimilar?: () => void
  onCite?: () => void
  /** Given on the paper's own page. */
  onCopyLink?: () => void
  /** Opens another paper that a reason names. */
  onShowPaper?: (paperId: string, title: string) => void
}

export interface PaperMenuProps extends Pick<PopupMenuProps, 'anchor' | 'onClose'> {
  paper: Paper
  liked: boolean
  actions: PaperActions
}

/** Menu of a paper's further actions; on narrow screens also of those that have no room beside the paper. */
export function PaperMenu({ anchor, onClose, paper, liked, actions }: PaperMenuProps) {
  const { onOpen, onNote, onFeedback, onSimilar, onCite, onCopyLink } = actions
  const isOwnPage = onCopyLink !== undefined
  const copyLink = useCopyLink()
  // Not hidden by CSS, because the menu focuses its first item, which must be focusable.
  const phone = useMediaQuery('(max-width: 599.95px)')
  const narrow = useMediaQuery('(max-width: 1199.95px)')
  const act = (action: () => void) => () => {
    onClose()
    action()
  }

  return (
    <PopupMenu anchor={anchor} onClose={onClose}>
      {phone && onNote && <MenuItem onClick={act(onNote)}>Note</MenuItem>}
      {phone && onFeedback && <MenuItem onClick={act(() => onFeedback('dislike'))}>Not for me</MenuItem>}
      {(narrow || isOwnPage) && onFeedback && (
        <MenuItem onClick={act(() => onFeedback(liked ? 'none' : 'like'))}>
          {liked ? 'Take back the like' : 'Like'}
        </MenuItem>
      )}
      {narrow && onSimilar && <MenuItem onClick={act(onSimilar)}>Similar papers</MenuItem>}
      <MenuItem component="a" href={paper.urls.abs} target="_blank" rel="noopener" onClick={act(() => onOpen?.())}>
        Source page
      </MenuItem>
      {paper.urls.html !== undefined && (
        <MenuItem component="a" href={paper.urls.html} target="_blank" rel="noopener" onClick={act(() => onOpen?.())}>
          Read as HTML
        </MenuItem>
      )}
      {!isOwnPage && (
        <MenuItem component={SiteLink} to={paperPath(paper.id)} onClick={onClose}>
          Paper page
        </MenuItem>
      )}
      {onCite && !isOwnPage && <MenuItem onClick={act(onCite)}>Cite</MenuItem>}
      {(phone || !isOwnPage) && <MenuItem onClick={act(() => void copyLink(paper.id))}>Copy link</MenuItem>}
    </PopupMenu>
  )
}
