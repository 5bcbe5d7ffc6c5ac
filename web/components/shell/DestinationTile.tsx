import { Link } from 'react-router-dom'
import type { Destination } from '../../shared/destinations.ts'
import { CountBadge } from '../atoms/CountBadge.tsx'
import { Icon } from '../atoms/Icon.tsx'

export interface DestinationTileProps {
  destination: Destination
  count?: number
  /** A problem in two or three words. */
  alert?: string
}

/** A large navigation link of the dashboard's header. On phones the icon is above the label. */
export function DestinationTile({ destination: { path, label, icon }, count = 0, alert }: DestinationTileProps) {
  return (
    <Link className="tile" to={path}>
      <span className="tile-icon">
        <Icon name={icon} />
        {count > 0 && (
          <span className="below-sm">
            <CountBadge count={count} of="to read" />
          </span>
        )}
      </span>
      <span className="tile-label">
        {label}
        {alert !== undefined && <span className="tile-alert">{alert}</span>}
      </span>
      {count > 0 && (
        <span className="tile-count from-sm">
          <CountBadge count={count} of="to read" />
        </span>
      )}
    </Link>
  )
}
