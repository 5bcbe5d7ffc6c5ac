import TextField from '@mui/material/TextField'
import { PLAN_MINUTES_MAX } from '#api/contract/limits.ts'
import type { UserChanges } from '#api/contract/users.ts'
import { SettingsRow } from '../../components/settings/SettingsRow.tsx'
import { useSetting } from '../../data/account/useSetting.ts'
import { useKeptInput } from '../../shared/keptInput.ts'

interface PlanRowProps {
  minutes: number
  onSave: (changes: UserChanges) => Promise<unknown>
}

/** The minutes for reading on a day, which the plan above the reading list fits. */
export function PlanRow({ minutes: saved, onSave }: PlanRowProps) {
  const { value, change, saving } = useSetting('plan', saved, (plan_minutes) =>
    onSave({ preferences: { reading: { plan_minutes } } }),
  )
  const [text, setText] = useKeptInput('plan', `${saved}`)
  const minutes = Number(text)
  const isInvalid = !Number.isInteger(minutes) || minutes < 1 || minutes > PLAN_MINUTES_MAX
  const apply = () => !isInvalid && minutes !== value && change(minutes)
  return (
    <SettingsRow label="Reading plan" help="What of the papers to be read is proposed for a day." {...saving}>
      <TextField
        size="small"
        label="Minutes for reading a day"
        value={text}
        error={isInvalid}
        helperText={isInvalid ? `A whole number from 1 to ${PLAN_MINUTES_MAX}.` : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        sx={{ width: 220 }}
      />
    </SettingsRow>
  )
}
