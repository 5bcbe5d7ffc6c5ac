import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { BUDGET_MAX } from '#api/contract/limits.ts'
import type { ReadingBudget, UserChanges } from '#api/contract/users.ts'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useSetting } from '../../data/account/useSetting.ts'
import { useKeptInput } from '../../shared/keptInput.ts'

interface BudgetRowProps {
  budget: ReadingBudget
  onSave: (changes: UserChanges) => Promise<unknown>
}

/** How much of a day's list the user wants to look through, in minutes or papers. */
export function BudgetRow({ budget: saved, onSave }: BudgetRowProps) {
  const { value, change, saving } = useSetting('budget', saved, (budget) =>
    onSave({ preferences: { reading: { budget } } }),
  )
  const [text, setText] = useKeptInput('budget', `${saved.amount}`)
  const amount = Number(text)
  const isInvalid = !Number.isInteger(amount) || amount < 1 || amount > BUDGET_MAX
  const apply = () => !isInvalid && amount !== value.amount && change({ ...value, amount })
  return (
    <SettingsRow
      label="Reading budget"
      help="A line in the day’s list marks where it ends, and catching up fits it. Nothing is hidden."
      {...saving}
    >
      <ControlRow sx={{ alignItems: 'start' }}>
        <TextField
          size="small"
          label="A day"
          value={text}
          error={isInvalid}
          helperText={isInvalid ? `A whole number from 1 to ${BUDGET_MAX}.` : undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => event.key === 'Enter' && apply()}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          sx={{ width: 120 }}
        />
        <ToggleButtonGroup
          exclusive
          size="small"
          color="primary"
          aria-label="Unit of the reading budget"
          value={value.unit}
          onChange={(_event, unit: ReadingBudget['unit'] | null) => unit !== null && change({ ...value, unit })}
        >
          {(['minutes', 'papers'] as const).map((unit) => (
            <ToggleButton key={unit} value={unit}>
              {unit}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </ControlRow>
    </SettingsRow>
  )
}
