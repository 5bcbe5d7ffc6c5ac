import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Dashboard } from '#api/contract/dashboard.ts'
import { changesPath } from '../../shared/changesAddress.ts'
import { MathText } from '../papers/MathText.tsx'

/** Updates to saved papers: new version, withdrawal, retraction, journal reference or code. Renders nothing without updates. */
export function PaperUpdates({ updates }: { updates: Dashboard['living'] }) {
  if (updates.length === 0) return null
  return (
    <section aria-labelledby="updates">
      <Typography id="updates" component="h2" variant="h3">
        Updates to papers you saved
      </Typography>
      <Rows>
        {updates.map(({ item, kind, text, changes }) => (
          <li key={`${item.id} ${text}`}>
            <p>
              {text}
              {changes && (
                <>
                  {' '}
                  <Link component={RouterLink} to={changesPath(item.paper.id, changes)} color="inherit">
                    What changed
                  </Link>
                </>
              )}
            </p>
            <Link
              href={kind === 'code' ? (item.paper.urls.code ?? item.paper.urls.abs) : item.paper.urls.abs}
              target="_blank"
              rel="noopener"
              variant="abstract"
              color="inherit"
            >
              <MathText segments={item.paper.title_segments} text={item.paper.title} />
            </Link>
          </li>
        ))}
      </Rows>
    </section>
  )
}

const Rows = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { paddingBlock: 8 },
  '& p': { ...theme.typography.meta, margin: 0, color: theme.vars.palette.dawn, fontWeight: 500 },
  '& a': { lineHeight: 1.35 },
}))
