import { SiteLink } from './SiteLink.tsx'

/** Logo and product name; a link if `to` is set. The logo is the same drawing as `public/favicon.svg`. */
export function Brand({ to }: { to?: string }) {
  const content = (
    <span className="brand">
      <Logo />
      <span className="brand-name">Paperdawn</span>
    </span>
  )
  if (to === undefined) return content
  return (
    <SiteLink className="brand-link" to={to}>
      {content}
    </SiteLink>
  )
}

/** The logo: half a sun above three lines of decreasing length. */
function Logo() {
  return (
    <svg className="logo" viewBox="0 0 26 26" aria-hidden="true">
      <path d="M4.5 13.2a8.5 8.5 0 0 1 17 0z" />
      <path d="M0.8 14.6h24.4M4.8 18.6h16.4M9 22.6h8" />
    </svg>
  )
}
