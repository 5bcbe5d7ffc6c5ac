/** Loads the shell: with the first page that needs it, or after the papers of the day. */
export const loadShell = async () => (await import('./ShellLayout.tsx')).ShellLayout

/** Keeps the pages for a lost connection. The shell shows that a page cannot be loaded: it must be there itself then. */
export function prepareOffline(): void {
  registerWorker()
  // A failure is shown by the page that needs the shell.
  void loadShell().catch(() => undefined)
}

/** A page that is busy or hidden is not idle for long: the worker is registered then, too. */
const IDLE_MS = 2_000

/** Registers the service worker of the built site while the browser is idle. Does nothing where there is none. */
function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: IDLE_MS })
  else setTimeout(register)
}

// Without the worker, the site only needs a connection. The browser logs why.
const register = () => void navigator.serviceWorker.register('/serviceWorker.js').catch(() => undefined)
