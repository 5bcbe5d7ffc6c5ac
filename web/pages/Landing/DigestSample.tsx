import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'

const lines = [
  ['Counting lanterns: a benchmark for noisy night vision', 'matches “night vision”'],
  ['A posteriori bounds for conforming elements on meshes with hanging nodes', 'you follow math.NA'],
  ['Four ways to lose a comet', 'you follow astro-ph.EP'],
] as const

/** Sample of the daily mail. */
export function DigestSample() {
  return (
    <Columns aria-labelledby="mail">
      <div>
        <Typography variant="h2" id="mail">
          Or by mail
        </Typography>
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>
          At the hour you choose, on the days you choose, and only when there is something. One click unsubscribes you.
        </Typography>
      </div>
      <Paper variant="outlined" sx={{ p: 3 }}>
        <Typography variant="meta">A sample of the mail</Typography>
        <Typography variant="compactTitle" component="p" sx={{ mt: 0.5 }}>
          34 new papers in 4 categories
        </Typography>
        <Lines>
          {lines.map(([title, why]) => (
            <li key={title}>
              <Typography variant="abstract" component="span">
                {title}
              </Typography>
              <Typography variant="meta" component="div">
                {why}
              </Typography>
            </li>
          ))}
        </Lines>
      </Paper>
    </Columns>
  )
}

const Columns = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  marginTop: 64,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '1fr 2fr', gap: 48 },
}))

const Lines = styled('ol')({ display: 'grid', gap: 10, margin: '16px 0 0', paddingLeft: 20 })
