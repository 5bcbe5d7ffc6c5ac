import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { Ledger, LedgerBucket } from '#api/contract/dashboard.ts'
import { formatCount } from '../../shared/format.ts'

export interface LedgerTileProps {
  ledger: Ledger
  /** "Friday". */
  weekday: string
  onOpen: (where: LedgerBucket) => void
}

/** In what words and which step of the one hue each place is shown. */
const places: readonly { where: Exclude<LedgerBucket, 'announced'>; words: string; step: string }[] = [
  { where: 'shown', words: 'shown to you', step: 'steps.one' },
  { where: 'seen_before', words: 'shown on an earlier day', step: 'steps.two' },
  { where: 'cross_list', words: 'older papers cross-listed now', step: 'steps.two' },
  { where: 'older_version', words: 'newer versions of older papers', step: 'steps.three' },
  { where: 'muted', words: 'muted by you', step: 'steps.four' },
  { where: 'below_cut', words: 'beyond the longest list', step: 'steps.four' },
]

/** Where the papers of a day went. The numbers add up to all that were announced, and each opens its list. */
export function LedgerTile({ ledger, weekday, onOpen }: LedgerTileProps) {
  const parts = places.filter(({ where }) => where === 'shown' || ledger[where] > 0)
  return (
    <Box component="section" aria-labelledby="ledger">
      <Typography id="ledger" component="h2" variant="h3">
        Where {weekday}’s papers went
      </Typography>
      {ledger.announced > 0 && (
        <Box sx={{ display: 'flex', gap: '3px', mt: 1.25, height: 12 }} aria-hidden="true">
          {parts
            .filter(({ where }) => ledger[where] > 0)
            .map(({ where, step }) => (
              <Box key={where} sx={{ flex: `${ledger[where]} 1 6px`, bgcolor: step, borderRadius: '3px' }} />
            ))}
        </Box>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
        {parts.map(({ where, words, step }) => (
          <Box component="li" key={where} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box sx={{ width: 9, height: 9, borderRadius: '2px', bgcolor: step, flex: 'none' }} aria-hidden="true" />
            <Link
              component="button"
              type="button"
              disabled={ledger[where] === 0}
              onClick={() => onOpen(where)}
              color="text.secondary"
              sx={{ display: 'flex', gap: 1, minHeight: 24, fontSize: '0.875rem', textAlign: 'start' }}
            >
              <Box component="strong" sx={{ minWidth: 28, textAlign: 'end', color: 'text.primary' }}>
                {formatCount(ledger[where])}
              </Box>
              {words}
            </Link>
          </Box>
        ))}
      </Box>
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        {formatCount(ledger.announced)} {ledger.announced === 1 ? 'was' : 'were'} announced in your categories.{' '}
        {ledger.announced > 0 && (
          <Link component="button" type="button" onClick={() => onOpen('announced')} sx={{ fontSize: 'inherit' }}>
            See all
          </Link>
        )}
      </Typography>
    </Box>
  )
}
