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
import { lazy, Suspense, useState } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { loadPart } from '../../shared/loadPart.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import type { PaperActions } from './PaperMenu.tsx'
import { SaveButton, type ActionStatus } from './SaveButton.tsx'

const PaperMenu = lazy(() => loadPart(async () => ({ default: (await import('./PaperMenu.tsx')).PaperMenu })))

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

/** The button of the menu, whose code is loaded when it is opened for the first time. */
function MoreMenu(props: Pick<PaperActionRowProps, 'paper' | 'liked' | 'actions'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(anchor !== null)
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
      {wasOpened && (
        <Suspense>
          <PaperMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
