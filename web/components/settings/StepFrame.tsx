import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, type ReactNode } from 'react'
import { ControlRow } from '../atoms/ControlRow.tsx'

/** Number of a step and of all steps; a single one is not numbered. */
export interface StepPosition {
  step: number
  of: number
  /** Goes to the step before. */
  onBack?: (() => void) | undefined
  /** The step was gone back to. */
  isReturn?: boolean
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

/**
 * One step of a setup: its number and heading, beside them its contents and the buttons to save it, to skip it and to go
 * back.
 */
export function StepFrame(props: StepFrameProps) {
  const { position, title, text, error, saving, nextLabel, nextDisabled = false, skipLabel = 'Skip' } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpenedFirst = position.step === 1 && position.isReturn !== true
  // The button that led here is gone, so the focus moves to the new step.
  useEffect(() => {
    if (!isOpenedFirst) heading.current?.focus()
  }, [isOpenedFirst])
  return (
    <Step aria-labelledby="setup-step">
      <div>
        {position.of > 1 && (
          <Typography variant="meta" component="p">
            Step {position.step} of {position.of}
          </Typography>
        )}
        <Typography id="setup-step" ref={heading} tabIndex={-1} component="h2" variant="h2" sx={{ mb: 1 }}>
          {title}
        </Typography>
        <Typography component="div" sx={{ color: 'text.secondary', maxWidth: '68ch' }}>
          {text}
        </Typography>
      </div>
      <Box sx={{ minWidth: 0 }}>
        {error !== undefined && (
          <Alert severity="error" role="alert" sx={{ mb: 2 }}>
            {error}
          </Alert>
        )}
        {props.children}
        <ControlRow sx={{ mt: 3 }}>
          <Button variant="contained" color="primary" loading={saving} disabled={nextDisabled} onClick={props.onNext}>
            {nextLabel}
          </Button>
          <Button disabled={saving} onClick={props.onSkip}>
            {skipLabel}
          </Button>
          {position.onBack && (
            <Button disabled={saving} onClick={position.onBack}>
              Back
            </Button>
          )}
        </ControlRow>
      </Box>
    </Step>
  )
}

/** The words of the step beside its contents; above them where there is no room. */
const Step = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5, 5),
  padding: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(4) },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '280px minmax(0, 1fr)' },
}))
