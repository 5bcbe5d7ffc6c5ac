import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import type { Density } from '#api/contract/users.ts'
import { staticStyles } from '../../shared/theme/staticStyles.ts'

interface PaperCardSkeletonProps {
  density?: Density
}

const Placeholder = styled('div')(
  staticStyles(({ theme }) => ({
    padding: '20px 18px',
    '&[data-compact]': { paddingBlock: 14 },
    '&[data-headline]': { padding: '3px 18px 4px' },
    [theme.breakpoints.up('sm')]: { paddingInline: 26 },
  })),
)

/** Placeholder of a paper card while papers load. */
export function PaperCardSkeleton({ density = 'comfortable' }: PaperCardSkeletonProps) {
  if (density === 'headlines') {
    return (
      <Placeholder data-headline aria-hidden="true">
        <Skeleton animation={false} width="78%" height={18} />
        <Skeleton animation={false} width="52%" height={14} />
      </Placeholder>
    )
  }
  const isCompact = density === 'compact'
  return (
    <Placeholder data-compact={isCompact || undefined} aria-hidden="true">
      <Skeleton animation={false} width={110} height={18} />
      <Skeleton animation={false} width="78%" height={isCompact ? 26 : 32} />
      <Skeleton animation={false} width="52%" height={20} />
      {!isCompact &&
        ['97%', '93%', '96%', '61%'].map((width) => (
          <Skeleton key={width} animation={false} width={width} height={25} />
        ))}
    </Placeholder>
  )
}
