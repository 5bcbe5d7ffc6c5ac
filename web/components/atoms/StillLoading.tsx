import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'

const SLOW_MS = 10_000

/** Nothing at first; after ten seconds of loading a message and a retry button. */
export function StillLoading({ onRetry }: { onRetry: () => void }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return null
  return (
    <Typography component="div" sx={{ mb: 2, color: 'text.secondary' }}>
      <output>Still loading…</output> <Button onClick={onRetry}>Try again</Button>
    </Typography>
  )
}
