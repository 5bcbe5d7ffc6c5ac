import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'

/** Appears after two screens and goes back to the top. */
export function BackToTop() {
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(window.scrollY > 2 * window.innerHeight)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!far) return null
  return (
    <Button
      variant="outlined"
      startIcon={<ArrowUpwardIcon />}
      onClick={() => {
        window.scrollTo({ top: 0 })
        document.querySelector('h1')?.focus({ preventScroll: true })
      }}
      sx={{ position: 'fixed', right: 16, bottom: 16, zIndex: 'fab' }}
    >
      Back to top
    </Button>
  )
}
