const RELOADED_FOR = 'paperdawn-reloaded-for'

/**
 * Reloads the page, but at most once for each address and version of the site in a tab, so that a file that stays missing
 * does not reload the page for ever. Returns false if it was reloaded before.
 */
export function reloadOnce(): boolean {
  // The name of this chunk is another one in each version.
  const reason = `${import.meta.url} ${location.href}`
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === reason) return false
    sessionStorage.setItem(RELOADED_FOR, reason)
  } catch {
    // Without storage, a reload could repeat for ever.
    return false
  }
  location.reload()
  return true
}
