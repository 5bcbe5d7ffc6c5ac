import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { TastePreview } from '#api/contract/taste.ts'
import { formatDay } from '../../shared/format.ts'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { MathText } from '../papers/MathText.tsx'
import { ReasonText } from '../papers/PaperReasons.tsx'
import { HairlineList } from '../atoms/HairlineList.tsx'

export interface PreviewListProps {
  /** Undefined while the first one loads. */
  preview: TastePreview | undefined
  busy: boolean
  error: Error | undefined
  onRetry: () => void
}

const FIRST = 10

/** The first ten cards of the newest day as they would be, each with its place in the user's list of that day. */
export function PreviewList({ preview, busy, error, onRetry }: PreviewListProps) {
  if (error && !preview) return <ErrorState error={error} onRetry={onRetry} headingLevel="h3" compact />
  if (!preview) return <Loading />
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
          <PreviewRow key={card.paper.id} card={card} rank={index + 1} />
        ))}
      </HairlineList>
    </Box>
  )
}

type PreviewCard = TastePreview['items'][number]

function PreviewRow({ card: { paper, reasons, list_rank: listed }, rank }: { card: PreviewCard; rank: number }) {
  const reason = reasons.find(({ kind }) => kind !== 'category')
  const moved = listed !== undefined && listed !== rank
  return (
    <Box component="li" sx={{ py: 1 }}>
      <Typography variant="abstract" component="p" lang="en" sx={{ fontWeight: 600, lineHeight: 1.35 }}>
        <Link href={paper.urls.abs} target="_blank" rel="noopener" color="inherit">
          <MathText segments={paper.title_segments} text={paper.title} />
        </Link>
      </Typography>
      <Typography variant="meta" component="p">
        <Box component="span" sx={moved ? { color: 'dawn' } : {}}>
          {rank}
          {listed !== undefined && `, ${describePlace(listed, rank)}`}
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

/** Where a paper is in the user's list of the day, beside its place in the preview. */
function describePlace(listed: number | null, rank: number): string {
  if (listed === null) return 'not in your list'
  return listed === rank ? 'as in your list' : `${listed} in your list`
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
