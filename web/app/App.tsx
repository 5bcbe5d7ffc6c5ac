import { RouterProvider } from 'react-router-dom'
import { Foundation, type FoundationProps } from './Foundation.tsx'
import { registerWorker } from '../shared/registerWorker.ts'
import { createRouter, loadShell } from './router.tsx'

const router = createRouter()

/** Keeps the pages for a lost connection. The shell shows that a page cannot be loaded: it must be there itself then. */
function prepareOffline(): void {
  registerWorker()
  // A failure is shown by the page that needs the shell.
  void loadShell().catch(() => undefined)
}

/** The whole web application, routed by the browser's URL. */
export function App(props: Omit<FoundationProps, 'children' | 'onContentPainted'>) {
  return (
    <Foundation {...props} onContentPainted={prepareOffline}>
      <RouterProvider router={router} />
    </Foundation>
  )
}
