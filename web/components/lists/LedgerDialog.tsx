import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { LedgerBucket } from '#api/contract/dashboard.ts'
import type { Paper } from '#api/contract/papers.ts'
import { AuthorList } from '../papers/AuthorList.tsx'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { MathText } from '../papers/MathText.tsx'
import { formatDay } from '../../shared/format.ts'

export interface LedgerDialogProps {
  open: boolean
  /** The ledger bucket to show; null shows only the question. */
  where: LedgerBucket | null
  /** Shown in the title, if it is not the day of the page. */
  day?: string | undefined
  /** The paper to mark and to scroll to. */
  markedId?: string | undefined
  /** The form that asks about one paper. */
  question: ReactNode
  papers: readonly Paper[] | undefined
  error: Error | undefined
  onRetry: () => void
  onClose: () => void
}

const titles: Record<LedgerBucket, string> = {
  announced: 'All papers announced in your categories',
  shown: 'Shown to you',
  seen_before: 'Shown to you on an earlier day',
  older_version: 'Newer versions of older papers',
  cross_list: 'Older papers, cross-listed now',
  muted: 'Muted by you',
  below_cut: 'Over the daily limit',
}

/** Dialog with the papers of one ledger bucket, and the question where a paper went. */
export function LedgerDialog(props: LedgerDialogProps) {
  const { open, where, day, markedId, question, papers, error, onRetry, onClose } = props
  const phone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth fullScreen={phone} aria-labelledby="ledger-title">
      <DialogTitle id="ledger-title">
        {where === null ? 'Ask about a paper' : [titles[where], day && formatDay(day)].filter(Boolean).join(', ')}
      </DialogTitle>
      <DialogContent dividers>
        <Box sx={{ mb: 3 }}>{question}</Box>
        {where !== null && error && <ErrorState error={error} onRetry={onRetry} compact />}
        {where !== null && !error && !papers && <CircularProgress size={24} aria-label="Loading" />}
        {papers?.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No papers.</Typography>}
        {papers?.map((paper) => (
          <Box
            component="article"
            key={paper.id}
            aria-current={paper.id === markedId || undefined}
            ref={paper.id === markedId ? scrollTo : undefined}
            sx={paper.id === markedId ? { borderLeft: 3, borderColor: 'primary.main', pl: 1.5 } : {}}
          >
            <CategoryCodes codes={paper.categories} primary={paper.primary_category} />
            <Typography variant="compactTitle" component="h3" lang="en">
              <Link href={paper.urls.abs} target="_blank" rel="noopener" color="inherit">
                <MathText segments={paper.title_segments} text={paper.title} />
              </Link>
            </Typography>
            <AuthorList authors={paper.authors} />
            <hr style={{ visibility: 'hidden' }} />
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })
