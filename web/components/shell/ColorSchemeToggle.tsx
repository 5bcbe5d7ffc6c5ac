import ContrastIcon from '@mui/icons-material/Contrast'
import DarkModeOutlinedIcon from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlinedIcon from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import { useColorScheme } from '@mui/material/styles'

const modes = {
  system: { label: 'as the system', icon: ContrastIcon, next: 'light' },
  light: { label: 'light', icon: LightModeOutlinedIcon, next: 'dark' },
  dark: { label: 'dark', icon: DarkModeOutlinedIcon, next: 'system' },
} as const

/** Button that cycles through the colour schemes: system, light, dark. */
export function ColorSchemeToggle() {
  const { mode = 'system', setMode } = useColorScheme()
  const { label, icon: Icon, next } = modes[mode]
  const title = `Colours: ${label}. Change to ${modes[next].label}`
  return (
    <IconButton aria-label={title} title={title} onClick={() => setMode(next)}>
      <Icon fontSize="small" />
    </IconButton>
  )
}
