import UpIcon from '@mui/icons-material/ArrowUpwardOutlined'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { afterPaint } from '../../shared/afterPaint.ts'

/** Button that scrolls to the top. Shown after scrolling down two screens. */
export function BackToTop() {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const update = () => setVisible(window.scrollY > 2 * window.innerHeight)
    // Not at once: the position would be computed in the middle of the rendering.
    const cancel = afterPaint(update)
    window.addEventListener('scroll', update, { passive: true })
    return () => {
      cancel()
      window.removeEventListener('scroll', update)
    }
  }, [])
  if (!visible) return null
  return (
    <Fixed
      variant="outlined"
      startIcon={<UpIcon />}
      onClick={() => {
        window.scrollTo({ top: 0 })
        document.querySelector('h1')?.focus({ preventScroll: true })
      }}
    >
      Back to top
    </Fixed>
  )
}

const Fixed = styled(Button)(({ theme }) => ({
  position: 'fixed',
  right: 16,
  bottom: 16,
  zIndex: theme.vars.zIndex.fab,
}))
