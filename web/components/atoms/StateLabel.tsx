import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined'
import DownIcon from '@mui/icons-material/ErrorOutlineOutlined'
import RunningIcon from '@mui/icons-material/SyncOutlined'
import SlowIcon from '@mui/icons-material/WarningAmberOutlined'
import { styled } from '@mui/material/styles'

export type Tone = 'good' | 'warning' | 'bad' | 'running' | 'unknown'

export interface StateLabelProps {
  tone: Tone
  word: string
}

const icons = {
  good: CheckIcon,
  warning: SlowIcon,
  bad: DownIcon,
  running: RunningIcon,
  unknown: UnknownIcon,
} as const

/** Label of a state: an icon, a colour and a word, so that the state does not depend on colour alone. */
export function StateLabel({ tone, word }: StateLabelProps) {
  const Icon = icons[tone]
  return (
    <Label tone={tone}>
      <Icon fontSize="small" aria-hidden />
      {word}
    </Label>
  )
}

const Label = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: Tone }>(({ theme }) => {
  const { success, warning, error, info, text } = theme.vars.palette
  const colors: Record<Tone, string> = {
    good: success.main,
    warning: warning.main,
    bad: error.main,
    running: info.main,
    unknown: text.secondary,
  }
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    fontWeight: 500,
    variants: Object.entries(colors).map(([tone, color]) => ({ props: { tone: tone as Tone }, style: { color } })),
  }
})
