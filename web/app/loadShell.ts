import { registerWorker } from '../shared/registerWorker.ts'

/** Loads the shell: with the first page that needs it, or after the papers of the day. */
export const loadShell = async () => (await import('./ShellLayout.tsx')).ShellLayout

/** Keeps the pages for a lost connection. The shell shows that a page cannot be loaded: it must be there itself then. */
export function prepareOffline(): void {
  registerWorker()
  // A failure is shown by the page that needs the shell.
  void loadShell().catch(() => undefined)
}
