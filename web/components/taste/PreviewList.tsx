import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Card } from '#api/contract/papers.ts'
import type { TastePreview } from '#api/contract/taste.ts'
import { formatDay } from '../../shared/format.ts'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { MathText } from '../papers/MathText.tsx'
import { ReasonText } from '../papers/PaperReasons.tsx'
import { HairlineList } from './TasteSheet.tsx'

export interface PreviewListProps {
  /** Undefined while the first one loads. */
  preview: TastePreview | undefined
  /** The same list without the changes on screen, to show what moved. */
  before: TastePreview | undefined
  busy: boolean
  error: Error | undefined
  onRetry: () => void
}

const FIRST = 10

/** The first ten cards of the newest list as they would be, each with its rank before the changes. */
export function PreviewList({ preview, before, busy, error, onRetry }: PreviewListProps) {
  if (error && !preview) return <ErrorState error={error} onRetry={onRetry} headingLevel="h3" compact />
  if (!preview) return <Loading />
  const rankBefore = new Map(before?.items.map(({ paper }, index) => [paper.id, index + 1]))
  const shown = preview.items.slice(0, FIRST)
  if (shown.length === 0 || preview.day === null) {
    return <Typography variant="meta">There is no list to try it on yet. The next announcement brings one.</Typography>
  }
  return (
    <Box aria-busy={busy}>
      <Typography variant="meta" component="p" sx={{ mb: 0.5 }}>
        {formatDay(preview.day)}, the first {shown.length}
        {busy && ' · updating…'}
      </Typography>
      {error && <ErrorState error={error} onRetry={onRetry} headingLevel="h3" compact />}
      <HairlineList>
        {shown.map((card, index) => (
          <PreviewRow key={card.paper.id} card={card} rank={index + 1} was={rankBefore.get(card.paper.id)} />
        ))}
      </HairlineList>
    </Box>
  )
}

function PreviewRow({ card: { paper, reasons }, rank, was }: { card: Card; rank: number; was: number | undefined }) {
  const reason = reasons.find(({ kind }) => kind !== 'category')
  const moved = was !== rank
  return (
    <Box component="li" sx={{ py: 1 }}>
      <Typography
        lang="en"
        sx={{ fontFamily: 'var(--font-serif)', fontWeight: 600, fontSize: '0.97rem', lineHeight: 1.35 }}
      >
        <Link href={paper.urls.abs} target="_blank" rel="noopener" color="inherit">
          <MathText segments={paper.title_segments} text={paper.title} />
        </Link>
      </Typography>
      <Typography variant="meta" component="p">
        <Box component="span" sx={moved ? { color: 'dawn' } : {}}>
          {rank}, {was === undefined ? 'was below' : moved ? `was ${was}` : 'as before'}
        </Box>
        {reason && (
          <>
            {' · '}
            <ReasonText reason={reason} />
          </>
        )}
      </Typography>
    </Box>
  )
}

function Loading() {
  return (
    <Box aria-busy="true" aria-label="Loading the preview" component="section">
      {['92%', '78%', '85%', '70%', '88%'].map((width) => (
        <Box key={width} sx={{ py: 1 }}>
          <Skeleton animation={false} width={width} height={22} />
          <Skeleton animation={false} width={90} height={18} />
        </Box>
      ))}
    </Box>
  )
}
