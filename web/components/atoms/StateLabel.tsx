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

const looks = {
  good: { icon: CheckIcon, color: 'success.main' },
  warning: { icon: SlowIcon, color: 'warning.main' },
  bad: { icon: DownIcon, color: 'error.main' },
  running: { icon: RunningIcon, color: 'info.main' },
  unknown: { icon: UnknownIcon, color: 'text.secondary' },
} as const

/** A state in an icon, a colour and, above all, a word. */
export function StateLabel({ tone, word }: StateLabelProps) {
  const { icon: Icon, color } = looks[tone]
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, color, fontWeight: 500 }}>
      <Icon fontSize="small" aria-hidden />
      {word}
    </Box>
  )
}
