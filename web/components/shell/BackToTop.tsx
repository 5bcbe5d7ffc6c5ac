import { useEffect, useState } from 'react'
import { Icon } from '../atoms/Icon.tsx'
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
    <button
      className="button outlined back-to-top"
      type="button"
      onClick={() => {
        window.scrollTo({ top: 0 })
        document.querySelector('h1')?.focus({ preventScroll: true })
      }}
    >
      <Icon name="up" />
      Back to top
    </button>
  )
}
