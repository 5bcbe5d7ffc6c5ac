import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined'
import DownIcon from '@mui/icons-material/ErrorOutlineOutlined'
import RunningIcon from '@mui/icons-material/SyncOutlined'
import SlowIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'

export type Tone = 'good' | 'warning' | 'bad' | 'running' | 'unknown'

export interface StateLabelProps {
  tone: Tone
  word: string
}

const styles = {
  good: { icon: CheckIcon, color: 'success.main' },
  warning: { icon: SlowIcon, color: 'warning.main' },
  bad: { icon: DownIcon, color: 'error.main' },
  running: { icon: RunningIcon, color: 'info.main' },
  unknown: { icon: UnknownIcon, color: 'text.secondary' },
} as const

/** Label of a state: an icon, a colour and a word, so that the state does not depend on colour alone. */
export function StateLabel({ tone, word }: StateLabelProps) {
  const { icon: Icon, color } = styles[tone]
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, color, fontWeight: 500 }}>
      <Icon fontSize="small" aria-hidden />
      {word}
    </Box>
  )
}
