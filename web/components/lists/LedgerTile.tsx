import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { Ledger, LedgerBucket } from '#api/contract/dashboard.ts'
import { formatCount } from '../../shared/format.ts'

export interface LedgerTileProps {
  ledger: Ledger
  /** "Friday". */
  weekday: string
  /** Why the announcement of the day was not read; shown in place of the counts. */
  unread?: string | undefined
  onOpen: (where: LedgerBucket) => void
  /** Opens the question where a paper went. */
  onAsk: () => void
}

/** Label and colour of each ledger bucket. */
const buckets: readonly { where: Exclude<LedgerBucket, 'announced'>; label: string; colour: string }[] = [
  { where: 'shown', label: 'shown to you', colour: 'steps.one' },
  { where: 'seen_before', label: 'shown on an earlier day', colour: 'steps.two' },
  { where: 'saved_before', label: 'already in your list', colour: 'steps.two' },
  { where: 'dismissed_before', label: 'dismissed by you before', colour: 'steps.four' },
  { where: 'cross_list', label: 'older papers cross-listed now', colour: 'steps.two' },
  { where: 'older_version', label: 'newer versions of older papers', colour: 'steps.three' },
  { where: 'muted', label: 'muted by you', colour: 'steps.four' },
  { where: 'below_cut', label: 'over the daily limit', colour: 'steps.four' },
]

/** The colours are the meaning here, also where the operating system forces its own. */
const keepColours = { forcedColorAdjust: 'none' }

/** Counts of a day's papers per ledger bucket. The counts add up to all announced papers; each opens its list. */
export function LedgerTile({ ledger, weekday, unread, onOpen, onAsk }: LedgerTileProps) {
  return (
    <Box component="section" aria-labelledby="ledger">
      <Typography id="ledger" component="h2" variant="h3">
        Where {weekday}’s papers went
      </Typography>
      {unread === undefined ? (
        <Counts ledger={ledger} onOpen={onOpen} />
      ) : (
        <Typography variant="meta" component="p" sx={{ mt: 1 }}>
          {unread}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {unread === undefined && ledger.announced > 0 && (
          <Link component="button" type="button" onClick={() => onOpen('announced')} sx={action}>
            See all
          </Link>
        )}
        <Link component="button" type="button" onClick={onAsk} sx={action}>
          Ask about a paper
        </Link>
      </Box>
    </Box>
  )
}

const action = { minHeight: { xs: 44, sm: 28 }, fontSize: '0.875rem' } as const

function Counts({ ledger, onOpen }: Pick<LedgerTileProps, 'ledger' | 'onOpen'>) {
  if (ledger.announced === 0)
    return (
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        Nothing was announced in your categories.
      </Typography>
    )
  const shownBuckets = buckets.filter(({ where }) => where === 'shown' || ledger[where] > 0)
  return (
    <>
      <Box sx={{ display: 'flex', gap: '3px', mt: 1.25, height: 12 }} aria-hidden="true">
        {shownBuckets
          .filter(({ where }) => ledger[where] > 0)
          .map(({ where, colour }) => (
            <Box
              key={where}
              sx={{ flex: `${ledger[where]} 1 6px`, bgcolor: colour, borderRadius: '3px', ...keepColours }}
            />
          ))}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
        {shownBuckets.map(({ where, label, colour }) => (
          <Box component="li" key={where} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box
              sx={{ width: 9, height: 9, borderRadius: '2px', bgcolor: colour, flex: 'none', ...keepColours }}
              aria-hidden="true"
            />
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
              {label}
            </Link>
          </Box>
        ))}
      </Box>
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        {formatCount(ledger.announced)} {ledger.announced === 1 ? 'was' : 'were'} announced in your categories.
      </Typography>
    </>
  )
}
