import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Category } from '#api/contract/categories.ts'
import { CategoryPicker } from './CategoryPicker.tsx'

export type OnboardingStep = 'categories' | 'digest'

export interface OnboardingWizardProps {
  step: OnboardingStep
  categories: readonly Category[] | undefined
  /** Ids of the categories selected at first. */
  initial: readonly string[]
  saving: boolean
  /** Why the last step was not saved. */
  error?: string
  onCategories: (ids: string[]) => void
  onDigest: (digest: { enabled: boolean; hour: number }) => void
  /** Goes to the next step without saving this one. */
  onSkip: () => void
}

/** The two steps after the first sign-in: categories and daily mail. Both can be skipped. */
export function OnboardingWizard(props: OnboardingWizardProps) {
  const { step, saving, error, onSkip } = props
  return (
    <Box component="section" aria-labelledby="onboarding" sx={{ p: { xs: 2, sm: 4 } }}>
      <Typography variant="meta" component="p">
        {step === 'categories' ? 'Step 1 of 2' : 'Step 2 of 2'}
      </Typography>
      <Typography id="onboarding" component="h2" variant="h2" sx={{ mb: 1 }}>
        {step === 'categories' ? 'Choose what you follow' : 'The new papers by mail?'}
      </Typography>
      {error !== undefined && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {step === 'categories' ? (
        <CategoriesStep {...props} />
      ) : (
        <DigestStep saving={saving} onDigest={props.onDigest} onSkip={onSkip} />
      )}
    </Box>
  )
}

function CategoriesStep({ categories, initial, saving, onCategories, onSkip }: OnboardingWizardProps) {
  const [chosen, setChosen] = useState<readonly string[]>(initial)
  return (
    <>
      <Typography sx={{ mb: 2.5, color: 'text.secondary' }}>
        Three to five categories make a good day. You can change them at any time in your profile.
      </Typography>
      <CategoryPicker categories={categories} value={chosen} onChange={setChosen} disabled={saving} />
      <Buttons
        label="Continue"
        saving={saving}
        disabled={chosen.length === 0}
        onNext={() => onCategories([...chosen])}
        onSkip={onSkip}
      />
    </>
  )
}

function DigestStep({ saving, onDigest, onSkip }: Pick<OnboardingWizardProps, 'saving' | 'onDigest' | 'onSkip'>) {
  const [enabled, setEnabled] = useState(false)
  const [hour, setHour] = useState(7)
  return (
    <>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>
        A mail on the days with new papers, none on the others. Every mail has an unsubscribe link.
      </Typography>
      <FormControlLabel
        control={<Switch checked={enabled} onChange={(_event, on) => setEnabled(on)} disabled={saving} />}
        label="Send me the daily mail"
      />
      {enabled && (
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
      <Buttons label="Finish" saving={saving} onNext={() => onDigest({ enabled, hour })} onSkip={onSkip} />
    </>
  )
}

interface ButtonsProps {
  label: string
  saving: boolean
  disabled?: boolean
  onNext: () => void
  onSkip: () => void
}

function Buttons({ label, saving, disabled = false, onNext, onSkip }: ButtonsProps) {
  return (
    <Box sx={{ mt: 3, display: 'flex', gap: 1 }}>
      <Button variant="contained" color="primary" loading={saving} disabled={disabled} onClick={onNext}>
        {label}
      </Button>
      <Button disabled={saving} onClick={onSkip}>
        Skip
      </Button>
    </Box>
  )
}
