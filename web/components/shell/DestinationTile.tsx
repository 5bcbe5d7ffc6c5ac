import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import type { Destination } from '../../shared/destinations.ts'
import { destinationIcons } from './destinationIcons.ts'
import { ToReadBadge } from './ToReadBadge.tsx'

export interface DestinationTileProps {
  destination: Destination
  count?: number
  /** A problem in two or three words. */
  alert?: string
}

/** A large navigation link of the dashboard's header. On phones the icon is above the label where both have no room in one line. */
export function DestinationTile({ destination: { id, path, label }, count = 0, alert }: DestinationTileProps) {
  const Icon = destinationIcons[id]
  return (
    <Card>
      <Area component={Link} to={path}>
        <Icon fontSize="small" />
        <Label>
          {label}
          {alert !== undefined && <Alert>{alert}</Alert>}
        </Label>
        {count > 0 && <ToReadBadge count={count} />}
      </Area>
    </Card>
  )
}

const Area = styled(CardActionArea)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  alignItems: 'center',
  columnGap: 12,
  height: '100%',
  // With the border of the card as high as the search box beside it.
  minHeight: 'calc(3rem - 2px)',
  padding: '0 16px',
  [theme.breakpoints.down('sm')]: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    alignContent: 'center',
    columnGap: 8,
    minHeight: '2.75rem',
    padding: '4px 8px',
  },
})) as typeof CardActionArea

const Label = styled('span')(({ theme }) => ({
  display: 'grid',
  fontWeight: 500,
  [theme.breakpoints.down('sm')]: {
    fontSize: theme.typography.body2.fontSize,
    textAlign: 'center',
  },
}))

const Alert = styled('span')(({ theme }) => ({
  ...theme.typography.code,
  color: theme.vars.palette.dawn,
  fontWeight: 500,
}))
