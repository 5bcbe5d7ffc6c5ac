import ArrowDownIcon from '@mui/icons-material/KeyboardArrowDown'
import ArrowUpIcon from '@mui/icons-material/KeyboardArrowUp'
import CloseIcon from '@mui/icons-material/Close'
import PushPinIcon from '@mui/icons-material/PushPinOutlined'
import VolumeOffIcon from '@mui/icons-material/VolumeOffOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { TasteEntry } from '#api/contract/taste.ts'
import { visuallyHidden } from '../../shared/visuallyHidden.ts'
import { CategoryCode } from '../atoms/CategoryCode.tsx'
import { changedWords, describeActions, type RowAction } from './tasteText.ts'

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

const buttons: readonly { action: RowAction; label: string; icon: typeof CloseIcon }[] = [
  { action: 'pin', label: 'Pin', icon: PushPinIcon },
  { action: 'raise', label: 'Raise', icon: ArrowUpIcon },
  { action: 'lower', label: 'Lower', icon: ArrowDownIcon },
  { action: 'mute', label: 'Mute', icon: VolumeOffIcon },
  { action: 'forget', label: 'Forget', icon: CloseIcon },
]
const help: Record<RowAction, string> = {
  pin: 'Keep it high',
  raise: 'Count it for more',
  lower: 'Count it for less',
  mute: 'Hide papers with it',
  forget: 'Do not count it',
}

/** One weight of the model: what it is, how much it counts, which actions caused it, and the buttons to change it. */
export function TasteRow({ entry, action, followed, onAction, onShowPapers }: TasteRowProps) {
  const { kind, text, weight, actions } = entry
  const isOut = action === 'mute' || action === 'forget'
  // Only words and authors can be muted. In other rows the place of the button stays free, so that the others line up.
  const isHidden = (button: RowAction) => button === 'mute' && kind !== 'term' && kind !== 'author'
  // "Not for me" is taken back at the paper.
  const isDisliked = kind === 'paper' && weight < 0
  return (
    <Box
      component="li"
      aria-label={text}
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 1.75,
        py: 0.75,
        minHeight: 40,
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 104px 138px auto' },
        gridTemplateAreas: { xs: '"name bar" "words buttons"', sm: '"name bar words buttons"' },
      }}
    >
      <Box sx={{ gridArea: 'name', minWidth: 0, color: isOut ? 'text.secondary' : 'text.primary' }}>
        {kind === 'category' ? (
          <CategoryCode code={text} primary />
        ) : (
          <Typography
            component="span"
            lang="en"
            sx={{ fontFamily: 'var(--font-serif)', fontSize: '1rem', lineHeight: 1.4, overflowWrap: 'anywhere' }}
          >
            {kind === 'paper' ? (
              <>
                {isDisliked ? '' : 'near '}
                <em>{text}</em>
              </>
            ) : (
              text
            )}
          </Typography>
        )}
        {action !== undefined && (
          <Typography component="span" variant="meta" sx={{ ml: 1, color: 'dawn' }}>
            {changedWords[action]}
          </Typography>
        )}
      </Box>
      <Box
        sx={{
          gridArea: 'bar',
          width: { xs: 96, sm: 'auto' },
          justifySelf: { xs: 'end', sm: 'stretch' },
          height: 6,
          borderRadius: '3px',
          bgcolor: 'divider',
          overflow: 'hidden',
        }}
      >
        <Box
          sx={{
            height: 1,
            width: `${Math.max(3, Math.abs(weight) * 100)}%`,
            borderRadius: '3px',
            bgcolor: weight > 0 ? 'steps.one' : 'steps.two',
            opacity: isOut ? 0.35 : 1,
          }}
        />
        <span style={visuallyHidden}>weight {Math.round(weight * 100)} of 100</span>
      </Box>
      <Box sx={{ gridArea: 'words', minWidth: 0, fontSize: '0.875rem', lineHeight: 1.4 }}>
        {actions.length > 0 ? (
          <Link
            component="button"
            type="button"
            onClick={onShowPapers}
            aria-label={`${text}: ${describeActions(actions)}. Show the papers`}
            sx={{ fontSize: 'inherit', textAlign: 'start', minHeight: 24, overflowWrap: 'anywhere' }}
          >
            {describeActions(actions)}
          </Link>
        ) : (
          <Typography variant="meta">{followed}</Typography>
        )}
      </Box>
      <Box sx={{ gridArea: 'buttons', display: 'flex', justifyContent: 'flex-end' }}>
        {(isDisliked ? [] : buttons).map(({ action: own, label, icon: Icon }) => (
          <Tooltip key={own} title={action === own ? 'Take it back' : help[own]}>
            <IconButton
              aria-label={`${label} ${text}`}
              aria-pressed={action === own}
              onClick={() => onAction(action === own ? undefined : own)}
              sx={{
                ...(isHidden(own) && { visibility: 'hidden' }),
                width: '1.875rem',
                height: '1.875rem',
                '@media (pointer: coarse)': { width: '2.5rem', height: '2.5rem' },
                ...(action === own && { color: 'primary.main', bgcolor: 'accentSoft' }),
              }}
            >
              <Icon sx={{ fontSize: '1.125rem' }} />
            </IconButton>
          </Tooltip>
        ))}
      </Box>
    </Box>
  )
}
