import { useSchemeChoice } from '../../shared/colorScheme.ts'
import { Icon } from '../atoms/Icon.tsx'

const modes = {
  system: { label: 'as the system', next: 'light' },
  light: { label: 'light', next: 'dark' },
  dark: { label: 'dark', next: 'system' },
} as const

/** Button that cycles through the colour schemes: system, light, dark. */
export function ColorSchemeToggle() {
  const [mode, choose] = useSchemeChoice()
  const { label, next } = modes[mode]
  const title = `Colours: ${label}. Change to ${modes[next].label}`
  return (
    <button
      className="button icon-only small"
      type="button"
      aria-label={title}
      title={title}
      onClick={() => choose(next)}
    >
      <Icon name={mode} />
    </button>
  )
}
