import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { LedgerBucket } from '#api/contract/dashboard.ts'
import type { Paper } from '#api/contract/papers.ts'
import { AuthorList } from '../papers/AuthorList.tsx'
import { CategoryCodes } from '../atoms/CategoryCode.tsx'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { MathText } from '../papers/MathText.tsx'

export interface LedgerDialogProps {
  /** The ledger bucket to show; null closes the dialog. */
  where: LedgerBucket | null
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

/** Dialog with the papers of one ledger bucket. */
export function LedgerDialog({ where, papers, error, onRetry, onClose }: LedgerDialogProps) {
  const phone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Dialog
      open={where !== null}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={phone}
      aria-labelledby="ledger-title"
    >
      <DialogTitle id="ledger-title">{where && titles[where]}</DialogTitle>
      <DialogContent dividers>
        {error && <ErrorState error={error} onRetry={onRetry} compact />}
        {!error && !papers && <CircularProgress size={24} aria-label="Loading" />}
        {papers?.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No papers.</Typography>}
        {papers?.map((paper) => (
          <article key={paper.id}>
            <CategoryCodes codes={paper.categories} primary={paper.primary_category} />
            <Typography variant="compactTitle" component="h3" lang="en">
              <Link href={paper.urls.abs} target="_blank" rel="noopener" color="inherit">
                <MathText segments={paper.title_segments} text={paper.title} />
              </Link>
            </Typography>
            <AuthorList authors={paper.authors} />
            <hr style={{ visibility: 'hidden' }} />
          </article>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
