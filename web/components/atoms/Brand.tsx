import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import SvgIcon from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import { SiteLink } from './SiteLink.tsx'

/** Logo and product name; a link if `to` is set. The logo is the same drawing as `public/favicon.svg`. */
export function Brand({ to }: { to?: string }) {
  const content = (
    <Typography variant="brand" component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
      <Logo viewBox="0 0 26 26">
        <path d="M4.5 13.2a8.5 8.5 0 0 1 17 0z" />
        <path d="M0.8 14.6h24.4M4.8 18.6h16.4M9 22.6h8" />
      </Logo>
      <span>Paperdawn</span>
    </Typography>
  )
  if (to === undefined) return content
  return (
    <Link component={SiteLink} to={to} color="inherit" underline="none" sx={{ display: 'inline-flex', py: '9px' }}>
      {content}
    </Link>
  )
}

/** Half a sun above three lines of decreasing length. */
const Logo = styled(SvgIcon)(({ theme }) => ({
  flex: 'none',
  width: '1.625rem',
  height: '1.625rem',
  fill: theme.vars.palette.dawn,
  stroke: theme.vars.palette.primary.main,
  strokeWidth: 1.9,
  strokeLinecap: 'round',
  '& > :first-of-type': { stroke: 'none' },
  '& > :last-of-type': { fill: 'none' },
}))
