import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'

/** Full-window loading indicator. */
export function FullScreenSpinner() {
  return (
    <Box component="main" id="main" sx={{ display: 'grid', placeItems: 'center', minHeight: '100vh' }} aria-busy="true">
      <CircularProgress aria-label="Loading" size={32} />
    </Box>
  )
}
