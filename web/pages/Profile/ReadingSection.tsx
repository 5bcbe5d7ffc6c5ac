import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { PLAN_MINUTES_DEFAULT } from '#api/contract/limits.ts'
import type { Preferences, UserChanges } from '#api/contract/users.ts'
import { useSchemeChoice } from '../../shared/colorScheme.ts'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useSetting } from '../../data/account/useSetting.ts'
import { BudgetRow } from './BudgetRow.tsx'
import { PlanRow } from './PlanRow.tsx'
import { Section } from './Section.tsx'

interface ReadingSectionProps {
  preferences: Preferences
  onSave: (changes: UserChanges) => Promise<unknown>
}

/** Settings for the display of papers, the colour scheme and the keyboard shortcuts. */
export function ReadingSection({ preferences, onSave }: ReadingSectionProps) {
  const { reading, shortcuts, streak_visible } = preferences
  return (
    <>
      <Section id="reading" title="Reading">
        <ChoiceRow
          label="Density"
          value={reading.density}
          options={{ comfortable: 'Comfortable', compact: 'Compact', headlines: 'Headlines' }}
          onSave={(density) => onSave({ preferences: { reading: { density } } })}
        />
        <AbstractRow lines={reading.abstract_lines} onSave={onSave} />
        <ChoiceRow
          label="A title opens"
          value={reading.open}
          options={{ page: 'Paper page', abs: 'Abstract page', pdf: 'PDF' }}
          onSave={(open) => onSave({ preferences: { reading: { open } } })}
        />
        <BudgetRow budget={reading.budget} onSave={onSave} />
        <PlanRow minutes={reading.plan_minutes ?? PLAN_MINUTES_DEFAULT} onSave={onSave} />
        <SwitchRow
          label="Streak"
          help="Days in a row with a paper opened, on the dashboard and below."
          value={streak_visible}
          onSave={(visible) => onSave({ preferences: { streak_visible: visible } })}
        />
      </Section>
      <Section id="appearance" title="Appearance">
        <SchemeRow />
      </Section>
      <Section id="shortcuts" title="Keyboard shortcuts">
        <SwitchRow
          label="Single keys"
          help="Press ? anywhere for the list."
          value={shortcuts}
          onSave={(enabled) => onSave({ preferences: { shortcuts: enabled } })}
        />
      </Section>
    </>
  )
}

interface ChoiceRowProps<Value extends string> {
  label: string
  value: Value
  options: Record<Value, string>
  onSave: (value: Value) => Promise<unknown>
}

function ChoiceRow<Value extends string>({ label, value: saved, options, onSave }: ChoiceRowProps<Value>) {
  const { value, change, saving } = useSetting(label, saved, onSave)
  return (
    <SettingsRow label={label} {...saving}>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label={label}
        value={value}
        onChange={(_event, next: Value | null) => next !== null && change(next)}
      >
        {(Object.entries(options) as [Value, string][]).map(([option, optionLabel]) => (
          <ToggleButton key={option} value={option}>
            {optionLabel}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </SettingsRow>
  )
}

function AbstractRow({ lines, onSave }: { lines: number; onSave: ReadingSectionProps['onSave'] }) {
  const { value, change, saving } = useSetting('abstract', lines, (abstract_lines) =>
    onSave({ preferences: { reading: { abstract_lines } } }),
  )
  return (
    <SettingsRow label="Abstract" help="Lines shown before “more”." {...saving}>
      <TextField
        select
        size="small"
        label="Lines of the abstract"
        value={value}
        onChange={(event) => change(Number(event.target.value))}
        sx={{ minWidth: 180 }}
      >
        {Array.from({ length: 13 }, (_, count) => (
          <MenuItem key={count} value={count}>
            {count === 0 ? 'None' : count}
          </MenuItem>
        ))}
      </TextField>
    </SettingsRow>
  )
}

interface SwitchRowProps {
  label: string
  help: string
  value: boolean
  onSave: (value: boolean) => Promise<unknown>
}

function SwitchRow({ label, help, value: saved, onSave }: SwitchRowProps) {
  const { value, change, saving } = useSetting(label, saved, onSave)
  return (
    <SettingsRow label={label} help={help} {...saving}>
      <FormControlLabel
        control={
          <Switch
            checked={value}
            onChange={(_event, checked) => change(checked)}
            slotProps={{ input: { 'aria-label': label } }}
          />
        }
        label={value ? 'On' : 'Off'}
      />
    </SettingsRow>
  )
}

/** The colour scheme is stored on this device only, so that each device can have its own. */
function SchemeRow() {
  const [mode, choose] = useSchemeChoice()
  return (
    <SettingsRow label="Colours" help="On this device.">
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label="Colours"
        value={mode}
        onChange={(_event, next: typeof mode | null) => next !== null && choose(next)}
      >
        {(['system', 'light', 'dark'] as const).map((scheme) => (
          <ToggleButton key={scheme} value={scheme} sx={{ textTransform: 'capitalize', px: 1.75 }}>
            {scheme}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </SettingsRow>
  )
}
