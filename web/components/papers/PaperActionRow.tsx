import DismissIcon from '@mui/icons-material/BlockOutlined'
import NoteIcon from '@mui/icons-material/EditOutlined'
import CiteIcon from '@mui/icons-material/FormatQuoteOutlined'
import PdfIcon from '@mui/icons-material/InsertDriveFileOutlined'
import SimilarIcon from '@mui/icons-material/JoinInnerOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
import MoreIcon from '@mui/icons-material/MoreHoriz'
import LikedIcon from '@mui/icons-material/ThumbUp'
import LikeIcon from '@mui/icons-material/ThumbUpOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Suspense, useState, type Ref } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { staticStyles } from '../../shared/theme/staticStyles.ts'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import type { PaperActions } from './PaperMenu.tsx'
import { SaveButton, type ActionStatus } from './SaveButton.tsx'
import { useRoom } from './useRoom.ts'

const PaperMenu = lazyPart(async () => (await import('./PaperMenu.tsx')).PaperMenu)

interface PaperActionRowProps {
  paper: Paper
  saved: boolean
  liked: boolean
  saveStatus?: ActionStatus
  saveRef?: Ref<HTMLButtonElement>
  /** Why the last action failed. */
  error?: string | undefined
  actions: PaperActions
}

const Row = styled('div')(
  staticStyles({
    display: 'flex',
    // Needs a second line where the reader has enlarged the text.
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 6,
    margin: '10px 0 0 -2px',
    '& > .MuiIconButton-root': { marginLeft: 'auto' },
    '@media print': { display: 'none' },
  }),
)

/**
 * Actions on a paper. On narrow screens some are in the menu; on phones, all but Save and PDF. On the paper's own page,
 * which gives `onCopyLink`, Cite and Copy link have buttons, and Like is in the menu.
 */
export function PaperActionRow({ paper, saved, liked, saveStatus, saveRef, error, actions }: PaperActionRowProps) {
  const { onSavedChange, onOpen, onNote, onFeedback, onSimilar, onCite, onCopyLink } = actions
  const room = useRoom()
  return (
    <>
      <Row>
        <SaveButton ref={saveRef} saved={saved} status={saveStatus} onToggle={onSavedChange} />
        {paper.urls.pdf !== undefined && (
          <Button href={paper.urls.pdf} target="_blank" rel="noopener" onClick={onOpen} startIcon={<PdfIcon />}>
            PDF
          </Button>
        )}
        {onNote && room !== 'phone' && (
          <Button onClick={onNote} startIcon={<NoteIcon />}>
            Note
          </Button>
        )}
        {onSimilar && room === 'wide' && (
          <Button onClick={onSimilar} startIcon={<SimilarIcon />}>
            Similar
          </Button>
        )}
        {onCopyLink && (
          <Button onClick={onCite} startIcon={<CiteIcon />}>
            Cite
          </Button>
        )}
        {onCopyLink && room !== 'phone' && (
          <Button onClick={onCopyLink} startIcon={<LinkIcon />}>
            Copy link
          </Button>
        )}
        {onFeedback && !onCopyLink && room === 'wide' && (
          <Button
            aria-pressed={liked}
            onClick={() => onFeedback(liked ? 'none' : 'like')}
            startIcon={liked ? <LikedIcon color="primary" /> : <LikeIcon />}
          >
            Like
          </Button>
        )}
        {onFeedback && room !== 'phone' && (
          <Button onClick={() => onFeedback('dislike')} startIcon={<DismissIcon />}>
            Not for me
          </Button>
        )}
        <MoreMenu paper={paper} liked={liked} actions={actions} />
      </Row>
      {error !== undefined && (
        <Typography variant="meta" component="p" color="error" role="alert">
          {error}
        </Typography>
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
      <IconButton
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <PaperMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
