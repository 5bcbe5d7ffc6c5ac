import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { TasteEntry } from '#api/contract/taste.ts'
import { formatCount } from '../../shared/format.ts'
import { TasteRow } from './TasteRow.tsx'
import { HairlineList } from '../atoms/HairlineList.tsx'
import { TasteSheet } from './TasteSheet.tsx'
import type { RowAction } from './tasteText.ts'

export interface TasteListProps {
  title: string
  entries: readonly TasteEntry[]
  /** Shown if there are no entries. */
  empty: string
  actionOf: (entry: TasteEntry) => RowAction | undefined
  followedOf: (entry: TasteEntry) => string | undefined
  onAction: (entry: TasteEntry, action: RowAction | undefined) => void
  onShowPapers: (entry: TasteEntry) => void
}

/** Rows shown before "All 64". */
const FIRST = 10

/** The strongest weights of one side of the model, and on request all of them. */
export function TasteList({ title, entries, empty, actionOf, followedOf, onAction, onShowPapers }: TasteListProps) {
  const [all, setAll] = useState(false)
  return (
    <TasteSheet title={title}>
      {entries.length === 0 && <Typography variant="meta">{empty}</Typography>}
      <HairlineList>
        {entries.slice(0, all ? undefined : FIRST).map((entry) => (
          <TasteRow
            key={`${entry.kind} ${entry.key}`}
            entry={entry}
            action={actionOf(entry)}
            followed={followedOf(entry)}
            onAction={(action) => onAction(entry, action)}
            onShowPapers={() => onShowPapers(entry)}
          />
        ))}
      </HairlineList>
      {entries.length > FIRST && (
        <Link component="button" type="button" onClick={() => setAll(!all)} sx={{ mt: 1, minHeight: 28 }}>
          {all ? `First ${FIRST}` : `All ${formatCount(entries.length)}`}
        </Link>
      )}
    </TasteSheet>
  )
}
