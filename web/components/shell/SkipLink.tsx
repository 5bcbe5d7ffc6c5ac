import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'

/** The first Tab stop of every page: skips the header and moves the focus to the content. Hidden until focused. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <Hidden
      data-screen-only
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault()
        const element = document.getElementById(target)
        element?.setAttribute('tabindex', '-1')
        element?.focus()
      }}
    >
      Skip to content
    </Hidden>
  )
}

const Hidden = styled(Link)(({ theme }) => ({
  position: 'fixed',
  top: -80,
  left: 16,
  zIndex: theme.vars.zIndex.tooltip,
  padding: '8px 16px',
  border: `1px solid ${theme.vars.palette.edge}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '&:focus-visible': { top: 12 },
}))
