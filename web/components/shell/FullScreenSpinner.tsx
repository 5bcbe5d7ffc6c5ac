import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'

/** Full-window loading indicator. */
export function FullScreenSpinner() {
  return (
    <Window id="main" aria-busy="true">
      <CircularProgress size="2rem" aria-label="Loading" />
    </Window>
  )
}

const Window = styled('main')({ display: 'grid', placeItems: 'center', minHeight: '100vh' })
