import { createContext, use, type ComponentProps, type MouseEvent } from 'react'

/** Goes to a path without loading the document anew. Absent on the landing page, which has no router of its own. */
export const NavigateContext = createContext<((to: string) => void) | null>(null)

/** A link within the site for what the landing page shows too: a plain anchor there, a navigation everywhere else. */
export function SiteLink({ to, onClick, children, ...rest }: ComponentProps<'a'> & { to: string }) {
  const navigate = use(NavigateContext)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!navigate || elsewhere || event.defaultPrevented) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
