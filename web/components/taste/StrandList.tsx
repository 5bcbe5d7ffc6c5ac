import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Strand, StrandChange, Strands } from '#api/contract/strands.ts'
import { formatPlural } from '../../shared/format.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { HairlineList } from '../atoms/HairlineList.tsx'
import { StrandPapers } from './StrandPapers.tsx'
import { StrandRow } from './StrandRow.tsx'
import { TasteSheet } from './TasteSheet.tsx'

/** Fewer papers have no groups. */
const FINER_FROM = 4

export interface StrandListProps {
  strands: Strands
  busy: boolean
  /** Why the last change failed. */
  problem: string | undefined
  onChange: (strand: Strand, changes: StrandChange) => void
  onSplit: (strand: Strand) => void
  onMerge: (strand: Strand, other: Strand) => void
  onRemove: (strand: Strand) => void
  /** Whether smaller groups were looked for. */
  hasTriedFiner?: boolean
  /** Looks for smaller groups, when all is one. */
  onFiner: () => void
  /** Keeps proposed interests apart, beside those that are. */
  onKeep: (proposed: readonly Strand[]) => void
}

/** The interests that the list is drawn from by share, and those that could be kept apart. */
export function StrandList({
  strands,
  busy,
  problem,
  hasTriedFiner = false,
  onFiner,
  onKeep,
  onChange,
  onSplit,
  onMerge,
  onRemove,
}: StrandListProps) {
  const kept = strands.items.filter(({ from }) => from === 'named')
  const proposed = strands.items.filter(({ from }) => from === 'proposed')
  return (
    <TasteSheet title="Interests apart" parts={strands.items.length}>
      <Typography variant="meta" component="p" sx={{ mb: 1 }}>
        {kept.length > 0
          ? 'Each has a model of its own, and the list is drawn from all of them by share, so that no one drowns another. Changes hold from the next list on.'
          : proposed.length > 0
            ? 'What you saved and liked falls into groups. Kept apart, each gets its share of the list, and a small one is not drowned by a large one.'
            : hasTriedFiner
              ? 'One interest: what you save and like is too much alike for groups.'
              : 'One interest so far. When what you save and like falls into groups, they can be kept apart here, each with a share of the list.'}
      </Typography>
      {problem !== undefined && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {problem}
        </Alert>
      )}
      {kept.length > 0 && (
        <HairlineList>
          {kept.map((strand) => (
            <StrandRow
              key={strand.id}
              strand={strand}
              others={kept.filter(({ id }) => id !== strand.id)}
              busy={busy}
              onChange={(changes) => onChange(strand, changes)}
              onSplit={() => onSplit(strand)}
              onMerge={(other) => onMerge(strand, other)}
              onRemove={() => onRemove(strand)}
            />
          ))}
        </HairlineList>
      )}
      {proposed.length > 0 && (
        <>
          {kept.length > 0 && (
            <Typography component="h3" variant="body2" sx={{ mt: 1.5 }}>
              Could be kept apart, too
            </Typography>
          )}
          <HairlineList>
            {proposed.map((strand) => (
              <li key={strand.id}>
                <ControlRow sx={{ columnGap: 2, py: 0.5, minHeight: 44 }}>
                  <Typography component="span" variant="abstract" sx={{ flex: '1 1 180px', overflowWrap: 'anywhere' }}>
                    <bdi>{strand.name}</bdi>
                  </Typography>
                  <Typography variant="meta" component="span">
                    {formatPlural(strand.papers, 'paper')}
                  </Typography>
                  {kept.length > 0 && (
                    <Button
                      size="small"
                      disabled={busy}
                      aria-label={`Keep apart: ${strand.name}`}
                      onClick={() => onKeep([strand])}
                    >
                      Keep apart
                    </Button>
                  )}
                </ControlRow>
                <StrandPapers
                  items={strand.items.slice(0, 2)}
                  left={strand.papers - Math.min(2, strand.items.length)}
                />
              </li>
            ))}
          </HairlineList>
          {kept.length === 0 && (
            <Button variant="outlined" disabled={busy} onClick={() => onKeep(proposed)} sx={{ mt: 1.5 }}>
              Keep these apart
            </Button>
          )}
        </>
      )}
      {strands.items.length === 0 && !hasTriedFiner && strands.rest.papers >= FINER_FROM && (
        <Button variant="outlined" disabled={busy} onClick={onFiner}>
          Look for finer groups
        </Button>
      )}
      {kept.length > 0 && strands.rest.papers > 0 && (
        <Typography variant="meta" component="p" sx={{ mt: 1 }}>
          {`${formatPlural(strands.rest.papers, 'other paper')} in none of these, with a share of their own.`}
        </Typography>
      )}
    </TasteSheet>
  )
}
