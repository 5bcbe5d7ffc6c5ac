import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useKeptInput } from '../../shared/keptInput.ts'
import { StepFrame, type StepPosition } from './StepFrame.tsx'

export interface DigestStepProps {
  position: StepPosition
  saving: boolean
  error?: string | undefined
  onNext: (mails: { digest: { enabled: boolean; hour: number }; review: { weekday: number | null } }) => void
  onSkip: () => void
}

/** The weeks of a review that is switched on here end on a Sunday. */
const SUNDAY = 0

/** Setup step: the daily mail, and the weekly review. */
export function DigestStep({ onNext, ...frame }: DigestStepProps) {
  const [enabled, setEnabled] = useKeptInput('setup mail', false)
  const [weekly, setWeekly] = useKeptInput('setup review', false)
  const [hour, setHour] = useKeptInput('setup hour', 7)
  return (
    <StepFrame
      {...frame}
      title="The new papers by mail?"
      text="A mail on the days with new papers, none on the others. Every mail has an unsubscribe link."
      nextLabel="Finish"
      onNext={() => onNext({ digest: { enabled, hour }, review: { weekday: weekly ? SUNDAY : null } })}
    >
      <FormControlLabel
        control={<Switch checked={enabled} onChange={(_event, on) => setEnabled(on)} disabled={frame.saving} />}
        label="Send me the daily mail"
      />
      <FormControlLabel
        control={<Switch checked={weekly} onChange={(_event, on) => setWeekly(on)} disabled={frame.saving} />}
        label="Send me a review of my week on Monday"
        sx={{ display: 'flex' }}
      />
      {(enabled || weekly) && (
        <Box sx={{ mt: 2 }}>
          <TextField
            type="time"
            size="small"
            label="Not before"
            value={`${String(hour).padStart(2, '0')}:00`}
            onChange={(event) => setHour(Number.parseInt(event.target.value, 10) || 0)}
            slotProps={{ htmlInput: { step: 3600 }, inputLabel: { shrink: true } }}
            helperText="In your time zone, on the full hour"
          />
        </Box>
      )}
    </StepFrame>
  )
}
