import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { formatDay } from '../../shared/format.ts'
import { PaperArticle } from '../../components/papers/PaperArticle.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { useTodayPapers } from '../../data/papers/useTodayPapers.ts'
import { inventedPapers } from './inventedPapers.ts'

/** Three papers of today, read-only. Shows invented papers if there are none or the request fails. */
export function TodayStrip() {
  const { data, isLoading } = useTodayPapers()
  const hasPapers = data !== undefined && data.items.length > 0
  const papers = hasPapers ? data.items : inventedPapers
  const heading =
    !hasPapers || data.sample
      ? 'What a day looks like'
      : data.announced_on === null
        ? 'New papers'
        : `Announced ${formatDay(data.announced_on)}`
  return (
    <section aria-labelledby="today">
      <Typography variant="h2" id="today" sx={{ mb: 2, scrollMarginTop: 16 }}>
        {isLoading ? 'Today’s papers' : heading}
      </Typography>
      <Papers variant="sheet" aria-busy={isLoading}>
        {isLoading
          ? [1, 2, 3].map((row) => <PaperCardSkeleton key={row} density="compact" />)
          : papers.map((paper) => (
              <PaperArticle
                key={paper.id}
                paper={paper}
                density="compact"
                abstractLines={2}
                headingLevel="h3"
                linked={false}
              />
            ))}
      </Papers>
      {!isLoading && (!hasPapers || data.sample) && (
        <Typography variant="meta" component="p" sx={{ mt: 1 }}>
          These papers are invented.
        </Typography>
      )}
    </section>
  )
}

/** About as high while they load: what follows does not move. */
const Papers = styled(Paper)(({ theme }) => ({
  '&[aria-busy="true"]': { minHeight: '33rem', [theme.breakpoints.up('md')]: { minHeight: '29rem' } },
}))
