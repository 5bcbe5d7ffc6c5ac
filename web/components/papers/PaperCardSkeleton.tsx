import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

interface PaperCardSkeletonProps {
  density?: 'comfortable' | 'compact'
}

/** Placeholder of a paper card while papers load. */
export function PaperCardSkeleton({ density = 'comfortable' }: PaperCardSkeletonProps) {
  return (
    <Box sx={{ px: { xs: 2.25, sm: 3.25 }, py: density === 'compact' ? 1.75 : 2.5 }} aria-hidden="true">
      <Skeleton animation={false} width={110} height={18} />
      <Skeleton animation={false} width="78%" height={density === 'compact' ? 26 : 32} />
      <Skeleton animation={false} width="52%" height={20} />
      {density === 'comfortable' &&
        ['97%', '93%', '96%', '61%'].map((width) => (
          <Skeleton animation={false} key={width} width={width} height={25} />
        ))}
    </Box>
  )
}
