import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom'
import { useAnnounce } from '../components/atoms/LiveAnnouncer.tsx'
import { SkipLink } from '../components/shell/SkipLink.tsx'
import { NavigateContext } from '../components/atoms/SiteLink.tsx'

/** What every page has: the skip link first, focus on the heading after a change of page, and one announcement of it. */
export function Root() {
  const { pathname } = useLocation()
  const announce = useAnnounce()
  const navigate = useNavigate()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    announce(document.title)
  }, [pathname, announce])

  return (
    <NavigateContext value={(to) => void navigate(to)}>
      <SkipLink />
      <Outlet />
      <ScrollRestoration getKey={({ pathname: path, search }) => path + search} />
    </NavigateContext>
  )
}
