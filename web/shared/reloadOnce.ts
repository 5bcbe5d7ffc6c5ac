const RELOADED_FOR = 'paperdawn-reloaded-for'

/**
 * Reloads the page, but at most once for each address in a tab, so that a file that stays missing does not reload the
 * page for ever. Returns false if it was reloaded before.
 */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === location.href) return false
    sessionStorage.setItem(RELOADED_FOR, location.href)
  } catch {
    // Without storage, a reload could repeat for ever.
    return false
  }
  location.reload()
  return true
}
