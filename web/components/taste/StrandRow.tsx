import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Strand, StrandChange } from '#api/contract/strands.ts'
import { formatPlural } from '../../shared/format.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'
import { StrandPapers } from './StrandPapers.tsx'

const ActionMenu = lazyPart(async () => (await import('../atoms/ActionMenu.tsx')).ActionMenu)

export interface StrandRowProps {
  strand: Strand
  /** The other interests that are kept apart. */
  others: readonly Strand[]
  busy: boolean
  onChange: (changes: StrandChange) => void
  onSplit: () => void
  onMerge: (other: Strand) => void
  onRemove: () => void
}

/** Choices of the share; null leaves it to the number of papers, 0 asks for less. */
const SHARES = [null, 0, 0.1, 0.25, 0.5, 0.75, 0.9] as const
const BY_PAPERS = 'auto'

const labelOf = (share: number | null): string =>
  share === null ? 'Share by its papers' : share === 0 ? 'Less of this' : `${Math.round(share * 100)} % of the list`

/** One interest that is kept apart: its name, its share of the list, its papers, and what can be done with it. */
export function StrandRow({ strand, others, busy, onChange, onSplit, onMerge, onRemove }: StrandRowProps) {
  const { name, share, share_set, paused, papers, items } = strand
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const wasOpened = useWasOpened(anchor !== null)
  const papersId = useId()
  const field = useRef<HTMLInputElement>(null)
  const isRenaming = draft !== null
  useEffect(() => {
    if (isRenaming) field.current?.focus()
  }, [isRenaming])
  const chosen = share_set ? share : null
  const choices = SHARES.some((one) => one === chosen) ? SHARES : [...SHARES, chosen]
  const rename = () => {
    if (draft !== null && draft.trim() !== '' && draft.trim() !== name) onChange({ name: draft.trim() })
    setDraft(null)
  }
  const actions = [
    { label: 'Rename', onSelect: () => setDraft(name) },
    { label: paused ? 'Resume' : 'Pause', onSelect: () => onChange({ paused: !paused }) },
    ...(papers > 1 ? [{ label: 'Split in two', onSelect: onSplit }] : []),
    ...others.map((other) => ({ label: `Merge into “${other.name}”`, onSelect: () => onMerge(other) })),
    { label: 'Keep apart no longer', onSelect: onRemove },
  ]
  return (
    <li>
      <ControlRow sx={{ columnGap: 2, py: 1, minHeight: 44 }}>
        {draft === null ? (
          <Typography component="h3" variant="abstract" sx={{ flex: '1 1 180px', overflowWrap: 'anywhere' }}>
            <bdi>{name}</bdi>
          </Typography>
        ) : (
          <ControlRow
            as="form"
            sx={{ flex: '1 1 260px' }}
            onSubmit={(event) => {
              event.preventDefault()
              rename()
            }}
          >
            <TextField
              size="small"
              label="Name of the interest"
              value={draft}
              inputRef={field}
              onChange={(event) => setDraft(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
              slotProps={{ htmlInput: { maxLength: 60 } }}
              sx={{ flex: '1 1 160px' }}
            />
            <Button type="submit" size="small" disabled={draft.trim() === ''}>
              Save name
            </Button>
          </ControlRow>
        )}
        <Typography variant="meta" component="span" sx={{ flex: '0 1 auto' }}>
          {describeState(strand)}
        </Typography>
        {!paused && (
          <TextField
            select
            size="small"
            value={chosen ?? BY_PAPERS}
            onChange={({ target: { value } }) => onChange({ share: value === BY_PAPERS ? null : Number(value) })}
            slotProps={{
              select: { SelectDisplayProps: { 'aria-label': `Share of ${name}`, 'aria-labelledby': undefined } },
            }}
            sx={{ minWidth: 130 }}
          >
            {choices.map((one) => (
              <MenuItem key={one ?? BY_PAPERS} value={one ?? BY_PAPERS}>
                {labelOf(one)}
              </MenuItem>
            ))}
          </TextField>
        )}
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={papersId}
          aria-label={`${isOpen ? 'Hide papers' : 'Papers'}: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide papers' : 'Papers'}
        </Button>
        <Button
          size="small"
          disabled={busy}
          aria-haspopup="menu"
          aria-label={`More: ${name}`}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          More
        </Button>
      </ControlRow>
      <div id={papersId}>
        {isOpen && (
          <StrandPapers
            items={items}
            left={papers - items.length}
            onTakeOut={(member) => onChange({ remove: [member.id] })}
          />
        )}
      </div>
      {wasOpened && (
        <Suspense>
          <ActionMenu anchor={anchor} onClose={() => setAnchor(null)} actions={actions} />
        </Suspense>
      )}
    </li>
  )
}

function describeState({ papers, paused, share, share_set }: Strand): string {
  const learned = papers === 0 ? 'no papers any more' : formatPlural(papers, 'paper')
  if (paused) return `${learned}, paused`
  if (papers === 0) return learned
  if (share_set && share === 0) return `${learned}, less of it`
  return `${learned}, ${Math.round(share * 100)} % of the list`
}
