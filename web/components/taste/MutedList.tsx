import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { Taste } from '#api/contract/taste.ts'
import { formatPlural } from '../../shared/format.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { HairlineList } from '../atoms/HairlineList.tsx'
import { TasteSheet } from './TasteSheet.tsx'

/** A muted word or author. `hidden` is undefined for one that is not saved yet. */
export type MutedEntry = Pick<Taste['muted'][number], 'kind' | 'text'> & { hidden?: number; paper_ids?: string[] }

export interface MutedListProps {
  entries: readonly MutedEntry[]
  isMuted: (entry: MutedEntry) => boolean
  onMutedChange: (entry: MutedEntry, muted: boolean) => void
  onShowPapers: (entry: MutedEntry) => void
}

/** Muted words and authors, with how many papers each hid and the button to unmute it. */
export function MutedList({ entries, isMuted, onMutedChange, onShowPapers }: MutedListProps) {
  return (
    <TasteSheet title="Muted" parts={entries.length}>
      {entries.length === 0 && <Typography variant="meta">Nothing is muted.</Typography>}
      <HairlineList>
        {entries.map((entry) => {
          const muted = isMuted(entry)
          return (
            <ControlRow as="li" key={`${entry.kind} ${entry.text}`} sx={{ columnGap: 2, py: 0.5, minHeight: 44 }}>
              <Typography component="span" variant="abstract" sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
                {entry.kind === 'term' ? `“${entry.text}”` : entry.text}
              </Typography>
              <Typography variant="meta" component="span" sx={{ flex: '1 1 190px' }}>
                {!muted ? 'shown again once you use this' : <Hidden entry={entry} onShow={() => onShowPapers(entry)} />}
              </Typography>
              <Button
                size="small"
                onClick={() => onMutedChange(entry, !muted)}
                aria-label={`${muted ? 'Unmute' : 'Mute again:'} ${entry.text}`}
              >
                {muted ? 'Unmute' : 'Mute again'}
              </Button>
            </ControlRow>
          )
        })}
      </HairlineList>
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        <Link component={RouterLink} to="/profile#interests" sx={{ display: 'inline-block', minHeight: 24 }}>
          Mute a word or an author
        </Link>
      </Typography>
    </TasteSheet>
  )
}

function Hidden({ entry: { hidden, text }, onShow }: { entry: MutedEntry; onShow: () => void }) {
  if (hidden === undefined) return 'hidden once you use this'
  if (hidden === 0) return 'hid nothing in 30 days'
  return (
    <>
      hid {formatPlural(hidden, 'paper')} in 30 days.{' '}
      <Link
        component="button"
        type="button"
        onClick={onShow}
        aria-label={`Which papers did ${text} hide?`}
        variant="inherit"
        sx={{ minHeight: 24 }}
      >
        Which?
      </Link>
    </>
  )
}
