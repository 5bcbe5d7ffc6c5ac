import { visuallyHidden } from '../../shared/visuallyHidden.ts'

interface CountBadgeProps {
  count: number
  /** What is counted, read by screen readers: "to read". */
  of: string
}

/** A number in a pill-shaped badge. */
export function CountBadge({ count, of }: CountBadgeProps) {
  return (
    <span className="count-badge">
      {count}
      <span style={visuallyHidden}> {of}</span>
    </span>
  )
}
