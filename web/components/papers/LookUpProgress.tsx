import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import type { LookupWaiting } from '#api/contract/lookup.ts'

interface LookUpProgressProps {
  /** Name of the source that is asked. */
  source: string
  /** The last answer; null until the first one. */
  waiting: LookupWaiting | null
  /** Number of answers so far: the seconds of each are counted from its arrival. */
  answers: number
  /** Has the paper put on the reading list when it is found. */
  onSave: () => void
}

/** Says that a source is being asked for a paper and since when, or why it must be waited for and how long. */
export function LookUpProgress({ source, waiting, answers, onSave }: LookUpProgressProps) {
  const reason = waiting?.reason
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'center' }}>
      <Box component="output" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <CircularProgress size={18} aria-hidden />
        {reason === undefined ? `Asking ${source}…` : `${reason} It is asked again by itself.`}
      </Box>
      {reason === undefined ? (
        <Seconds key="since" describe={(passed) => `${passed} s`} />
      ) : (
        <Seconds key={answers} describe={(passed) => leftText((waiting?.retry_after ?? 0) - passed)} />
      )}
      {waiting?.saves ? (
        <Typography>It comes on your reading list when it is found. You can leave this page.</Typography>
      ) : (
        reason !== undefined && (
          <Button variant="outlined" onClick={onSave}>
            Save when found
          </Button>
        )
      )}
    </Box>
  )
}

/** Counts the seconds since it was shown. Not read aloud: a screen reader would read every second. */
export function Seconds({ describe }: { describe: (passed: number) => string }) {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setPassed((seconds) => seconds + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Typography variant="meta" aria-hidden>
      {describe(passed)}
    </Typography>
  )
}

/** "in 28 s", "in 12 min", "in 3 h". */
function leftText(seconds: number): string {
  if (seconds <= 0) return 'now'
  if (seconds < 120) return `in ${seconds} s`
  return seconds < 7_200 ? `in ${Math.round(seconds / 60)} min` : `in ${Math.round(seconds / 3_600)} h`
}
