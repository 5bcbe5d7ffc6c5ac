import Link from '@mui/material/Link'

/** The first Tab stop of every page: skips the header and moves the focus to the content. Hidden until focused. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <Link
      data-screen-only
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault()
        const element = document.getElementById(target)
        element?.setAttribute('tabindex', '-1')
        element?.focus()
      }}
      sx={{
        position: 'fixed',
        left: 16,
        top: -80,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'edge',
        '&:focus-visible': { top: 12 },
      }}
    >
      Skip to content
    </Link>
  )
}
