import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, type ReactNode } from 'react'

/** Number of a step and of all steps; a single one is not numbered. */
export interface StepPosition {
  step: number
  of: number
}

export interface StepFrameProps {
  position: StepPosition
  title: string
  text: ReactNode
  /** Why the step was not saved. */
  error?: string | undefined
  saving: boolean
  nextLabel: string
  nextDisabled?: boolean
  skipLabel?: string
  onNext: () => void
  /** Goes to the next step without saving this one. */
  onSkip: () => void
  children: ReactNode
}

/** One step of a setup: its number, heading and contents, and the buttons to save or to skip it. */
export function StepFrame(props: StepFrameProps) {
  const { position, title, text, error, saving, nextLabel, nextDisabled = false, skipLabel = 'Skip' } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = position.step === 1
  // The button that led here is gone, so the focus moves to the new step.
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
  }, [isFirst])
  return (
    <Box component="section" aria-labelledby="setup-step" sx={{ p: { xs: 2, sm: 4 } }}>
      {position.of > 1 && (
        <Typography variant="meta" component="p">
          Step {position.step} of {position.of}
        </Typography>
      )}
      <Typography id="setup-step" ref={heading} tabIndex={-1} component="h2" variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Typography component="div" sx={{ mb: 2.5, color: 'text.secondary', maxWidth: '68ch' }}>
        {text}
      </Typography>
      {error !== undefined && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {props.children}
      <Box sx={{ mt: 3, display: 'flex', gap: 1 }}>
        <Button variant="contained" color="primary" loading={saving} disabled={nextDisabled} onClick={props.onNext}>
          {nextLabel}
        </Button>
        <Button disabled={saving} onClick={props.onSkip}>
          {skipLabel}
        </Button>
      </Box>
    </Box>
  )
}
