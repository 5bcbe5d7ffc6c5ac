import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { LedgerBucket } from '#api/contract/dashboard.ts'
import type { Paper } from '#api/contract/papers.ts'
import { formatDay } from '../../shared/format.ts'
import { PaperRows } from './PaperRows.tsx'

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
  /** Of muted papers: the word or author that hides each, by the id of the paper. */
  because?: Readonly<Record<string, string>> | undefined
  error: Error | undefined
  onRetry: () => void
  onClose: () => void
}

const titles: Record<LedgerBucket, string> = {
  announced: 'All papers announced in your categories',
  shown: 'Shown to you',
  seen_before: 'Shown to you on an earlier day',
  saved_before: 'Already in your reading list',
  dismissed_before: 'Dismissed by you before',
  older_version: 'Newer versions of older papers',
  cross_list: 'Older papers, cross-listed now',
  muted: 'Muted by you',
  below_cut: 'Over the daily limit',
}

/** Dialog with the papers of one ledger bucket, and the question where a paper went. */
export function LedgerDialog(props: LedgerDialogProps) {
  const { open, where, day, markedId, question, papers, because, error, onRetry, onClose } = props
  const phone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth fullScreen={phone} aria-labelledby="ledger-title">
      <DialogTitle id="ledger-title">
        {where === null ? 'Ask about a paper' : [titles[where], day && formatDay(day)].filter(Boolean).join(', ')}
      </DialogTitle>
      <DialogContent dividers>
        <Box sx={{ mb: 3 }}>{question}</Box>
        {where !== null && (
          <PaperRows papers={papers} because={because} error={error} onRetry={onRetry} markedId={markedId} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
