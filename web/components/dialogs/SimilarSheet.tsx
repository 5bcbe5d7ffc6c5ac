import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { SIMILAR_DEFAULT, SIMILAR_MAX } from '#api/contract/limits.ts'
import type { Paper } from '#api/contract/papers.ts'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { PaperCardSkeleton } from '../papers/PaperCardSkeleton.tsx'
import { MathText } from '../papers/MathText.tsx'
import { useSimilar } from '../../data/papers/useSimilar.ts'
import { SimilarRow } from './SimilarRow.tsx'

interface SimilarSheetProps {
  /** Null closes the sheet. */
  paper: Paper | null
  onClose: () => void
}

/** Sheet with the papers closest to one paper: five at first, more on request. */
export function SimilarSheet({ paper, onClose }: SimilarSheetProps) {
  const phone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Drawer
      open={paper !== null}
      onClose={onClose}
      anchor={phone ? 'bottom' : 'right'}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': 'similar-title',
          sx: {
            width: { xs: '100%', sm: 460 },
            maxHeight: { xs: '88dvh', sm: 'none' },
            borderRadius: { xs: '16px 16px 0 0', sm: 0 },
          },
        },
      }}
    >
      {paper && <Similar key={paper.id} paper={paper} onClose={onClose} />}
    </Drawer>
  )
}

function Similar({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const [limit, setLimit] = useState(SIMILAR_DEFAULT)
  const { data, error, isLoading, mutate } = useSimilar(paper.id, limit)
  const rows = data?.items
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1, px: { xs: 2, sm: 3 }, pt: 2.5, pb: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id="similar-title" component="h2" variant="h3">
            Similar papers
          </Typography>
          <Typography variant="meta" component="p" lang="en">
            to{' '}
            <em>
              <MathText segments={paper.title_segments} text={paper.title} />
            </em>
          </Typography>
        </Box>
        <IconButton aria-label="Close" onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box aria-busy={isLoading} sx={{ borderTop: 1, borderColor: 'divider', overflowY: 'auto', pb: 2 }}>
        {error && !rows && <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h3" />}
        {!rows && !error && (
          <section aria-busy="true" aria-label="Loading similar papers">
            {[1, 2, 3].map((row) => (
              <PaperCardSkeleton key={row} density="compact" />
            ))}
          </section>
        )}
        {rows?.length === 0 && (
          <Typography sx={{ p: 3, color: 'text.secondary' }}>No paper of the library is close to this one.</Typography>
        )}
        {rows && rows.length > 0 && (
          <Box
            component="ul"
            sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
          >
            {rows.map((row) => (
              <SimilarRow key={row.paper.id} {...row} />
            ))}
          </Box>
        )}
        {rows && limit < SIMILAR_MAX && rows.length >= SIMILAR_DEFAULT && (
          <Box sx={{ px: { xs: 2, sm: 3 }, pt: 1.5 }}>
            <Button variant="outlined" loading={isLoading} onClick={() => setLimit(SIMILAR_MAX)}>
              More like this
            </Button>
          </Box>
        )}
        {error && rows && <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h3" compact />}
      </Box>
    </>
  )
}
