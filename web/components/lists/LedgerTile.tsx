import Link from '@mui/material/Link'
import { styled, type Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Ledger, LedgerBucket } from '#api/contract/dashboard.ts'
import { formatCount } from '../../shared/format.ts'

type Step = keyof Theme['palette']['steps']

export interface LedgerTileProps {
  ledger: Ledger
  /** "Friday". */
  weekday: string
  /** Why the announcement of the day was not read; shown in place of the counts. */
  unread?: string | undefined
  /** What is known of the day by source. */
  children?: ReactNode
  onOpen: (where: LedgerBucket) => void
  /** Opens the question where a paper went. */
  onAsk: () => void
}

/** Label and colour of each ledger bucket. */
const buckets: readonly { where: Exclude<LedgerBucket, 'announced'>; label: string; step: Step }[] = [
  { where: 'shown', label: 'shown to you', step: 'one' },
  { where: 'seen_before', label: 'shown on an earlier day', step: 'two' },
  { where: 'saved_before', label: 'already in your list', step: 'two' },
  { where: 'dismissed_before', label: 'dismissed by you before', step: 'four' },
  { where: 'cross_list', label: 'older papers cross-listed now', step: 'two' },
  { where: 'older_version', label: 'newer versions of older papers', step: 'three' },
  { where: 'muted', label: 'muted by you', step: 'four' },
  { where: 'below_cut', label: 'over the daily limit', step: 'four' },
]

/** Counts of a day's papers per ledger bucket. The counts add up to all announced papers; each opens its list. */
export function LedgerTile({ ledger, weekday, unread, children, onOpen, onAsk }: LedgerTileProps) {
  return (
    <section aria-labelledby="ledger">
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
      {children}
      <Actions>
        {unread === undefined && ledger.announced > 0 && (
          <Link component="button" variant="body2" onClick={() => onOpen('announced')}>
            See all
          </Link>
        )}
        <Link component="button" variant="body2" onClick={onAsk}>
          Ask about a paper
        </Link>
      </Actions>
    </section>
  )
}

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
      <Shares aria-hidden="true">
        {shownBuckets
          .filter(({ where }) => ledger[where] > 0)
          .map(({ where, step }) => (
            <Colour key={where} data-step={step} style={{ flex: `${ledger[where]} 1 6px` }} />
          ))}
      </Shares>
      <Buckets>
        {shownBuckets.map(({ where, label, step }) => (
          <li key={where}>
            <Colour data-step={step} aria-hidden="true" />
            <Link
              component="button"
              variant="body2"
              color="text.secondary"
              disabled={ledger[where] === 0}
              onClick={() => onOpen(where)}
            >
              <strong>{formatCount(ledger[where])}</strong> {label}
            </Link>
          </li>
        ))}
      </Buckets>
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        {formatCount(ledger.announced)} {ledger.announced === 1 ? 'was' : 'were'} announced in your categories.
      </Typography>
    </>
  )
}

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 16,
  '& > button': { minHeight: 28, [theme.breakpoints.down('sm')]: { minHeight: 44 } },
}))

const Shares = styled('div')({ display: 'flex', gap: 3, height: 12, marginTop: 10 })

const STEPS: readonly Step[] = ['one', 'two', 'three', 'four']
const Colour = styled('span')(({ theme }) => ({
  // The colours are the meaning here, also where the operating system forces its own.
  forcedColorAdjust: 'none',
  ...Object.fromEntries(
    STEPS.map((step) => [`&[data-step="${step}"]`, { backgroundColor: theme.vars.palette.steps[step] }]),
  ),
}))

const Buckets = styled('ul')(({ theme }) => ({
  margin: '12px 0 0',
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'flex', alignItems: 'center', gap: 8 },
  '& > li > span': { flex: 'none', width: 9, height: 9 },
  '& button': { display: 'flex', gap: 8, minHeight: 24, textAlign: 'start' },
  '& strong': { minWidth: 28, color: theme.vars.palette.text.primary, textAlign: 'end' },
}))
