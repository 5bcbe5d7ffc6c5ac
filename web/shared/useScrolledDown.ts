import { useEffect, useState } from 'react'

/** Pixels at the top of the page where it does not count as scrolled. */
const TOP = 100

/** Whether the last scroll of the window was downwards, and not at the top of the page. */
export function useScrolledDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const update = () => {
      const { scrollY } = window
      setDown(scrollY >= last && scrollY > TOP)
      last = scrollY
    }
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return isDown
}
