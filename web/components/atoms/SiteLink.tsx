import { createContext, use, type ComponentProps, type MouseEvent } from 'react'

/** Navigates to a path without a page load. Null on the landing page, which has no router. */
export const NavigateContext = createContext<((to: string) => void) | null>(null)

/** Whether a click on a link opens it in another tab or window, or downloads it. */
export const opensNewTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** A link within the site that also works on the landing page: a plain anchor there, a router navigation elsewhere. */
export function SiteLink({ to, onClick, children, ...rest }: ComponentProps<'a'> & { to: string }) {
  const navigate = use(NavigateContext)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!navigate || opensNewTab(event) || event.defaultPrevented) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={to} onClick={handleClick} {...rest}>
      {children}
    </a>
  )
}
