import SystemIcon from '@mui/icons-material/ContrastOutlined'
import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import { useSchemeChoice } from '../../shared/colorScheme.ts'

const modes = {
  system: { label: 'as the system', Icon: SystemIcon, next: 'light' },
  light: { label: 'light', Icon: LightIcon, next: 'dark' },
  dark: { label: 'dark', Icon: DarkIcon, next: 'system' },
} as const

/** Button that cycles through the colour schemes: system, light, dark. */
export function ColorSchemeToggle() {
  const [mode, choose] = useSchemeChoice()
  const { label, Icon, next } = modes[mode]
  const title = `Colours: ${label}. Change to ${modes[next].label}`
  return (
    <IconButton aria-label={title} title={title} onClick={() => choose(next)}>
      <Icon fontSize="small" />
    </IconButton>
  )
}
