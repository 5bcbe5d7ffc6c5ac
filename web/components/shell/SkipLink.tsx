import Link from '@mui/material/Link'

/** The first stop of the keyboard on every page: past the header, to the content. Hidden until focused. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <Link
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault()
        const place = document.getElementById(target)
        place?.setAttribute('tabindex', '-1')
        place?.focus()
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
