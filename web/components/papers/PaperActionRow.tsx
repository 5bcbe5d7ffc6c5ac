import BlockOutlinedIcon from '@mui/icons-material/BlockOutlined'
import EditOutlinedIcon from '@mui/icons-material/EditOutlined'
import InsertDriveFileOutlinedIcon from '@mui/icons-material/InsertDriveFileOutlined'
import JoinInnerIcon from '@mui/icons-material/JoinInnerOutlined'
import MoreHorizIcon from '@mui/icons-material/MoreHoriz'
import ThumbUpIcon from '@mui/icons-material/ThumbUp'
import ThumbUpOutlinedIcon from '@mui/icons-material/ThumbUpOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { copyPaperLink, paperPath } from '../../shared/paperAddress.ts'
import { useAnnounce } from '../atoms/LiveAnnouncer.tsx'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { SaveButton, type ActionStatus } from './SaveButton.tsx'
import { PopupMenu } from '../atoms/PopupMenu.tsx'

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
  /** Opens another paper that a reason names. */
  onShowPaper?: (paperId: string, title: string) => void
}

interface PaperActionRowProps {
  paper: Paper
  saved: boolean
  liked: boolean
  saveStatus?: ActionStatus
  actions: PaperActions
}

/** Actions on a paper. On narrow screens some are in the menu; on phones, all but Save and PDF. */
export function PaperActionRow({ paper, saved, liked, saveStatus, actions }: PaperActionRowProps) {
  const { onSavedChange, onOpen, onNote, onFeedback, onSimilar } = actions
  const wide = { display: { xs: 'none', sm: 'inline-flex' } }
  const widest = { display: { xs: 'none', lg: 'inline-flex' } }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, mt: 1.25, ml: -0.25 }}>
      <SaveButton saved={saved} status={saveStatus} onToggle={onSavedChange} />
      {paper.urls.pdf !== undefined && (
        <Button
          href={paper.urls.pdf}
          target="_blank"
          rel="noopener"
          onClick={onOpen}
          startIcon={<InsertDriveFileOutlinedIcon />}
        >
          PDF
        </Button>
      )}
      {onNote && (
        <Button onClick={onNote} startIcon={<EditOutlinedIcon />} sx={wide}>
          Note
        </Button>
      )}
      {onSimilar && (
        <Button onClick={onSimilar} startIcon={<JoinInnerIcon />} sx={widest}>
          Similar
        </Button>
      )}
      {onFeedback && (
        <Button
          aria-pressed={liked}
          onClick={() => onFeedback(liked ? 'none' : 'like')}
          startIcon={liked ? <ThumbUpIcon sx={{ color: 'primary.main' }} /> : <ThumbUpOutlinedIcon />}
          sx={widest}
        >
          Like
        </Button>
      )}
      {onFeedback && (
        <Button onClick={() => onFeedback('dislike')} startIcon={<BlockOutlinedIcon />} sx={wide}>
          Not for me
        </Button>
      )}
      <MoreMenu paper={paper} liked={liked} actions={actions} />
    </Box>
  )
}

function MoreMenu({ paper, liked, actions }: { paper: Paper; liked: boolean; actions: PaperActions }) {
  const { onOpen, onNote, onFeedback, onSimilar, onCite } = actions
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const announce = useAnnounce()
  // Not hidden by CSS, because the menu focuses its first item, which must be focusable.
  const phone = useMediaQuery('(max-width: 599.95px)')
  const narrow = useMediaQuery('(max-width: 1199.95px)')
  const close = () => setAnchor(null)
  const act = (action: () => void) => () => {
    close()
    action()
  }

  const copyLink = async () => {
    await copyPaperLink(paper.id)
    announce('Link copied')
  }

  return (
    <>
      <IconButton
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ ml: 'auto' }}
      >
        <MoreHorizIcon />
      </IconButton>
      <PopupMenu anchor={anchor} onClose={close}>
        {phone && onNote && <MenuItem onClick={act(onNote)}>Note</MenuItem>}
        {phone && onFeedback && <MenuItem onClick={act(() => onFeedback('dislike'))}>Not for me</MenuItem>}
        {narrow && onFeedback && (
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
        <MenuItem component={SiteLink} to={paperPath(paper.id)} onClick={close}>
          Paper page
        </MenuItem>
        {onCite && <MenuItem onClick={act(onCite)}>Cite</MenuItem>}
        <MenuItem onClick={act(() => void copyLink())}>Copy link</MenuItem>
      </PopupMenu>
    </>
  )
}
