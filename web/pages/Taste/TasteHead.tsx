import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Taste } from '#api/contract/taste.ts'
import { describeTaste } from '../../components/taste/tasteText.ts'
import { useAction } from '../../data/useAction.ts'
import { formatDateShort } from '../../shared/format.ts'
import { isFocusLost } from '../../shared/isFocusLost.ts'

interface TasteHeadProps {
  taste: Taste
  onReset: () => Promise<void>
  onUndoReset: () => Promise<void>
}

/** How much the ranker has learned, in one or two sentences, with Start again and its undo. */
export function TasteHead({ taste, onReset, onUndoReset }: TasteHeadProps) {
  const action = useAction((call: () => Promise<void>) => call())
  const lastButton = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  // The button was disabled during the call, and another one takes its place: the focus goes there.
  useEffect(() => {
    if (wasBusy.current && !action.busy && isFocusLost()) lastButton.current?.focus()
    wasBusy.current = action.busy
  }, [action.busy])
  const button = (label: string, call: () => Promise<void>) => (
    <Link
      ref={lastButton}
      component="button"
      type="button"
      disabled={action.busy}
      onClick={() => void action.run(call)}
      variant="inherit"
      sx={{ mr: 1, minHeight: 24 }}
    >
      {label}
    </Link>
  )
  return (
    <Typography component="div" sx={{ color: 'text.secondary', mt: 0.75, mb: 3, maxWidth: '80ch' }}>
      <span>{describeTaste(taste)}</span>{' '}
      {taste.reset_at === null ? (
        taste.actions > 0 && button('Start again', onReset)
      ) : (
        <span>
          Started again on {formatDateShort(taste.reset_at)}: earlier actions do not count.{' '}
          {button('Undo', onUndoReset)}
        </span>
      )}{' '}
      <Link component={RouterLink} to="/profile?section=start" sx={{ display: 'inline-block', minHeight: 24 }}>
        Add topics or papers you know
      </Link>{' '}
      <Link component={RouterLink} to="/questions" sx={{ display: 'inline-block', minHeight: 24 }}>
        Your questions
      </Link>
      {action.error && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          Not done. {action.error.message}
        </Typography>
      )}
    </Typography>
  )
}
