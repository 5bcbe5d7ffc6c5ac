import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { SiteLink } from './SiteLink.tsx'

/** Logo and product name; a link if `to` is set. The logo is the same drawing as `public/favicon.svg`. */
export function Brand({ to }: { to?: string }) {
  const content = (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
      <Logo />
      <Typography variant="brand" component="span">
        Paperdawn
      </Typography>
    </Box>
  )
  if (to === undefined) return content
  return (
    <Link component={SiteLink} to={to} color="text.primary" underline="none" sx={{ display: 'inline-flex', py: 0.5 }}>
      {content}
    </Link>
  )
}

/** The logo: half a sun above three lines of decreasing length. */
function Logo() {
  return (
    <Box component="svg" viewBox="0 0 26 26" aria-hidden="true" sx={{ width: 26, height: 26, flex: 'none' }}>
      <Box component="path" d="M4.5 13.2a8.5 8.5 0 0 1 17 0z" sx={{ fill: (theme) => theme.vars.palette.dawn }} />
      <Box
        component="path"
        d="M0.8 14.6h24.4M4.8 18.6h16.4M9 22.6h8"
        sx={{
          stroke: (theme) => theme.vars.palette.primary.main,
          strokeWidth: 1.9,
          strokeLinecap: 'round',
          fill: 'none',
        }}
      />
    </Box>
  )
}
