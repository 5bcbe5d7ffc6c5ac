import { createContext, use, type ComponentProps, type MouseEvent } from 'react'

/** Navigates to a path without a page load. Null on the landing page, which has no router. */
export const NavigateContext = createContext<((to: string) => void) | null>(null)

/** A link within the site that also works on the landing page: a plain anchor there, a router navigation elsewhere. */
export function SiteLink({ to, onClick, children, ...rest }: ComponentProps<'a'> & { to: string }) {
  const navigate = use(NavigateContext)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const opensNewTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!navigate || opensNewTab || event.defaultPrevented) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={to} onClick={handleClick} {...rest}>
      {children}
    </a>
  )
}
