/** The first Tab stop of every page: skips the header and moves the focus to the content. Hidden until focused. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a
      className="skip-link"
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
    </a>
  )
}
