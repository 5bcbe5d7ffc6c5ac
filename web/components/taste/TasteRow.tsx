import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { TasteEntry } from '#api/contract/taste.ts'
import { useCategoryNames } from '../../shared/categoryNames.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { ActionMenu } from '../atoms/ActionMenu.tsx'
import { CategoryCode } from '../atoms/CategoryCode.tsx'
import { changedWords, describeActions, nameOfEntry, type RowAction } from './tasteText.ts'

export interface TasteRowProps {
  entry: TasteEntry
  /** The change on screen, saved or not. */
  action: RowAction | undefined
  /** Why a row without actions is in the list. */
  followed: string | undefined
  onAction: (action: RowAction | undefined) => void
  /** Opens the papers of the actions. */
  onShowPapers: () => void
}

const changes: Readonly<Record<RowAction, string>> = {
  pin: 'Pin: keep it high',
  raise: 'Raise: count it for more',
  lower: 'Lower: count it for less',
  mute: 'Mute: hide papers with it',
  forget: 'Forget: do not count it',
}
const kinds: Partial<Record<TasteEntry['kind'], string>> = { author: 'author', category: 'category' }

/** One weight of the model: what it is, how much it counts, which actions caused it, and the menu to change it. */
export function TasteRow({ entry, action, followed, onAction, onShowPapers }: TasteRowProps) {
  const { kind, weight, actions } = entry
  const name = nameOfEntry(entry, useCategoryNames())
  const isOut = action === 'mute' || action === 'forget'
  // "Not for me" is taken back at the paper.
  const isDisliked = kind === 'paper' && weight < 0
  const label = kinds[kind]
  return (
    <Row aria-label={name} isOut={isOut}>
      <Name>
        <EntryName entry={entry} isDisliked={isDisliked} />{' '}
        {label && <Chip variant="label" size="small" label={label} />}
      </Name>
      <Bar>
        <Weight isMore={weight > 0} style={{ width: `${Math.max(3, Math.abs(weight) * 100)}%` }} />
        <span style={visuallyHidden}>weight {Math.round(weight * 100)} of 100</span>
      </Bar>
      <Words variant="meta">
        {actions.length > 0 ? (
          <Link
            component="button"
            type="button"
            variant="inherit"
            color="inherit"
            onClick={onShowPapers}
            aria-label={`${name}: ${describeActions(actions)}. Show the papers`}
            sx={{ textAlign: 'start', minHeight: 24, overflowWrap: 'anywhere' }}
          >
            {describeActions(actions)}
          </Link>
        ) : (
          followed
        )}
      </Words>
      {!isDisliked && <ChangeMenu entry={entry} action={action} onAction={onAction} />}
    </Row>
  )
}

function EntryName({ entry: { kind, text }, isDisliked }: { entry: TasteEntry; isDisliked: boolean }) {
  if (kind === 'category') return <CategoryCode code={text} primary />
  return (
    <Typography component="span" variant="abstract" lang="en" sx={{ overflowWrap: 'anywhere' }}>
      {kind === 'paper' ? (
        <>
          {isDisliked ? '' : 'near '}
          <em>{text}</em>
        </>
      ) : (
        text
      )}
    </Typography>
  )
}

/** Button that says how the row was changed, and its menu. */
function ChangeMenu({ entry, action, onAction }: Pick<TasteRowProps, 'entry' | 'action' | 'onAction'>) {
  const { kind } = entry
  const name = nameOfEntry(entry, useCategoryNames())
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const canBeMuted = kind === 'term' || kind === 'author'
  const offered = (Object.keys(changes) as RowAction[]).filter(
    (own) => own !== action && (own !== 'mute' || canBeMuted),
  )
  const word = action === undefined ? undefined : changedWords[action]
  return (
    <Control>
      <Button
        size="small"
        variant={word ? 'outlined' : 'text'}
        endIcon={<ExpandMoreIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-pressed={word === undefined ? undefined : true}
        aria-label={word === undefined ? `Change ${name}` : `${word}: ${name}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {word ?? 'Change'}
      </Button>
      <ActionMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        actions={[
          ...(action === undefined ? [] : [{ label: 'Take it back', onSelect: () => onAction(undefined) }]),
          ...offered.map((own) => ({ label: changes[own], onSelect: () => onAction(own) })),
        ]}
      />
    </Control>
  )
}

const Row = styled('li', { shouldForwardProp: (name) => name !== 'isOut' })<{ isOut: boolean }>(({ theme, isOut }) => ({
  display: 'grid',
  alignItems: 'center',
  columnGap: theme.spacing(1.75),
  minHeight: 44,
  paddingBlock: theme.spacing(0.75),
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: '"name control" "words bar"',
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: 'minmax(0, 1fr) 104px 176px 112px',
    gridTemplateAreas: '"name bar words control"',
  },
  ...(isOut && { color: theme.vars.palette.text.secondary, '--weight-opacity': 0.35 }),
}))
const Name = styled('div')({ gridArea: 'name', minWidth: 0 })
const Words = styled(Typography)({ gridArea: 'words', minWidth: 0 }) as typeof Typography
const Control = styled('div')({ gridArea: 'control', justifySelf: 'end' })
const Bar = styled('div')(({ theme }) => ({
  gridArea: 'bar',
  width: 96,
  height: 6,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.vars.palette.divider,
  overflow: 'hidden',
  [theme.breakpoints.up('sm')]: { width: 'auto' },
}))
const Weight = styled('div', { shouldForwardProp: (name) => name !== 'isMore' })<{ isMore: boolean }>(
  ({ theme, isMore }) => ({
    height: '100%',
    borderRadius: theme.shape.borderRadius,
    backgroundColor: isMore ? theme.vars.palette.steps.one : theme.vars.palette.steps.two,
    opacity: 'var(--weight-opacity, 1)',
  }),
)
