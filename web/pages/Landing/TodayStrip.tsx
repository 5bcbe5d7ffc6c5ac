import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatDay } from '../../shared/format.ts'
import { PaperArticle } from '../../components/papers/PaperArticle.tsx'
import { PaperCardSkeleton } from '../../components/papers/PaperCardSkeleton.tsx'
import { useTodayPapers } from '../../data/papers/useTodayPapers.ts'
import { inventedPapers } from './inventedPapers.ts'

/** Beside each other where there is room, divided by hairlines, so that the lines of an abstract fill a card. */
const besideEachOther = {
  display: 'grid',
  gridTemplateColumns: { md: 'repeat(3, minmax(0, 1fr))' },
  '& > * + *': { border: 'solid', borderColor: 'divider', borderWidth: { xs: '1px 0 0', md: '0 0 0 1px' } },
}

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
    <Box component="section" aria-labelledby="today" sx={{ scrollMarginTop: 16 }}>
      <Typography id="today" variant="h2" sx={{ mb: 2 }}>
        {isLoading ? 'Today’s papers' : heading}
      </Typography>
      <Box className="sheet" aria-busy={isLoading} sx={besideEachOther}>
        {isLoading
          ? [1, 2, 3].map((row) => <PaperCardSkeleton key={row} />)
          : papers.map((paper) => (
              <PaperArticle key={paper.id} paper={paper} abstractLines={5} headingLevel="h3" linked={false} />
            ))}
      </Box>
      {!isLoading && (!hasPapers || data.sample) && (
        <Typography variant="meta" component="p" sx={{ mt: 1 }}>
          These papers are invented.
        </Typography>
      )}
    </Box>
  )
}
