import CloseIcon from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { SIMILAR_DEFAULT, SIMILAR_MAX } from '#api/contract/limits.ts'
import type { Paper } from '#api/contract/papers.ts'
import { radii } from '../../shared/theme/radii.ts'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { PaperCardSkeleton } from '../papers/PaperCardSkeleton.tsx'
import { MathText } from '../papers/MathText.tsx'
import { useSimilar } from '../../data/papers/useSimilar.ts'
import { SimilarList, SimilarRow } from './SimilarRow.tsx'

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
          sx: phone ? { maxHeight: '88dvh', borderRadius: `${radii.sheet}px ${radii.sheet}px 0 0` } : { width: 460 },
        },
      }}
    >
      {paper && <Similar key={paper.id} paper={paper} onClose={onClose} />}
    </Drawer>
  )
}

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'start',
  gap: 8,
  padding: '20px 16px 12px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > div': { flex: 1, minWidth: 0 },
  [theme.breakpoints.up('sm')]: { paddingInline: 24 },
}))

const Content = styled('div')(({ theme }) => ({
  overflowY: 'auto',
  padding: '0 16px 16px',
  [theme.breakpoints.up('sm')]: { paddingInline: 24 },
}))

function Similar({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const [limit, setLimit] = useState(SIMILAR_DEFAULT)
  const { data, error, isLoading, mutate } = useSimilar(paper.id, limit)
  const rows = data?.items
  return (
    <>
      <Head>
        <div>
          <Typography id="similar-title" component="h2" variant="section">
            Similar papers
          </Typography>
          <Typography variant="meta" component="p" lang="en">
            to{' '}
            <em>
              <MathText segments={paper.title_segments} text={paper.title} />
            </em>
          </Typography>
        </div>
        <IconButton aria-label="Close" onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Head>
      <Content aria-busy={isLoading}>
        {error && !rows && <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h3" />}
        {!rows && !error && (
          <section aria-busy="true" aria-label="Loading similar papers">
            {[1, 2, 3].map((row) => (
              <PaperCardSkeleton key={row} density="compact" />
            ))}
          </section>
        )}
        {rows?.length === 0 && (
          <Typography sx={{ py: 3, color: 'text.secondary' }}>No paper of the library is close to this one.</Typography>
        )}
        {rows && rows.length > 0 && (
          <SimilarList>
            {rows.map((row) => (
              <SimilarRow key={row.paper.id} {...row} />
            ))}
          </SimilarList>
        )}
        {rows && limit < SIMILAR_MAX && rows.length >= SIMILAR_DEFAULT && (
          <Button variant="outlined" loading={isLoading} onClick={() => setLimit(SIMILAR_MAX)} sx={{ mt: 1.5 }}>
            More like this
          </Button>
        )}
        {error && rows && <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h3" compact />}
      </Content>
    </>
  )
}
