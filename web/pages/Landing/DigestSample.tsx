import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

const lines = [
  ['Counting lanterns: a benchmark for noisy night vision', 'matches “night vision”'],
  ['A posteriori bounds for conforming elements on meshes with hanging nodes', 'you follow math.NA'],
  ['Four ways to lose a comet', 'you follow astro-ph.EP'],
] as const

/** Sample of the daily mail. */
export function DigestSample() {
  return (
    <Box
      component="section"
      aria-labelledby="mail"
      sx={{ mt: 8, display: 'grid', gap: { xs: 2, md: 6 }, gridTemplateColumns: { md: '1fr 2fr' } }}
    >
      <div>
        <Typography id="mail" variant="h2">
          Or by mail
        </Typography>
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>
          At the hour you choose, on the days you choose, and only when there is something. One click unsubscribes you.
        </Typography>
      </div>
      <Box sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: '16px', p: 3 }}>
        <Typography variant="meta">Friday, 20 November</Typography>
        <Typography variant="compactTitle" component="p" sx={{ mt: 0.5 }}>
          34 new papers in 4 categories
        </Typography>
        <Box component="ol" sx={{ mt: 2, mb: 0, pl: 2.5, display: 'grid', gap: 1.25 }}>
          {lines.map(([title, why]) => (
            <li key={title}>
              <Typography component="span" sx={{ fontFamily: 'var(--font-serif)', fontSize: '1rem' }}>
                {title}
              </Typography>
              <Typography variant="meta" component="div">
                {why}
              </Typography>
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  )
}
