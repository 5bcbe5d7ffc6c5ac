import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom'
import { useAnnounce } from '../components/atoms/LiveAnnouncer.tsx'
import { SkipLink } from '../components/shell/SkipLink.tsx'
import { NavigateContext } from '../components/atoms/SiteLink.tsx'
import { focusNextHeading } from '../shared/focusHeading.ts'
import { keepFocus } from '../shared/keepFocus.ts'

/** Root layout: the skip link is first; after a navigation, the heading gets the focus and the title is announced. */
export function Root() {
  const { pathname } = useLocation()
  const announce = useAnnounce()
  const navigate = useNavigate()
  const lastPath = useRef(pathname)
  useEffect(keepFocus, [])

  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    announce(document.title)
    return focusNextHeading()
  }, [pathname, announce])

  return (
    <NavigateContext value={(to) => void navigate(to)}>
      <SkipLink />
      <Outlet />
      <ScrollRestoration />
    </NavigateContext>
  )
}
