import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { MathText } from '../papers/MathText.tsx'

/** Updates to saved papers: new version, withdrawal, journal reference or code. Renders nothing without updates. */
export function PaperUpdates({ updates }: { updates: Dashboard['living'] }) {
  if (updates.length === 0) return null
  return (
    <Box component="section" aria-labelledby="updates">
      <Typography id="updates" component="h2" variant="h3">
        Updates to papers you saved
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {updates.map(({ item, kind, text }) => (
          <Box component="li" key={`${item.id} ${kind}`} sx={{ py: 1 }}>
            <Typography variant="meta" component="p" sx={{ color: 'dawn', fontWeight: 500 }}>
              {text}
            </Typography>
            <Link
              href={kind === 'code' ? (item.paper.urls.code ?? item.paper.urls.abs) : item.paper.urls.abs}
              target="_blank"
              rel="noopener"
              color="inherit"
              sx={{ fontFamily: 'var(--font-serif)', fontSize: '1rem' }}
            >
              <MathText segments={item.paper.title_segments} text={item.paper.title} />
            </Link>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
