interface PaperCardSkeletonProps {
  density?: 'comfortable' | 'compact'
}

/** Placeholder of a paper card while papers load. */
export function PaperCardSkeleton({ density = 'comfortable' }: PaperCardSkeletonProps) {
  const isCompact = density === 'compact'
  return (
    <div className={isCompact ? 'paper-skeleton compact' : 'paper-skeleton'} aria-hidden="true">
      <span className="skeleton" style={{ width: 110, height: 18 }} />
      <span className="skeleton" style={{ width: '78%', height: isCompact ? 26 : 32 }} />
      <span className="skeleton" style={{ width: '52%', height: 20 }} />
      {!isCompact &&
        ['97%', '93%', '96%', '61%'].map((width) => (
          <span className="skeleton" key={width} style={{ width, height: 25 }} />
        ))}
    </div>
  )
}
