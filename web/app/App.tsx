import { RouterProvider } from 'react-router-dom'
import { Foundation, type FoundationProps } from './Foundation.tsx'
import { afterPaint } from '../shared/afterPaint.ts'
import { createRouter, loadShell } from './router.tsx'

const router = createRouter()

/** The whole web application, routed by the browser's URL. */
export function App({ onPapers, ...props }: Omit<FoundationProps, 'children'>) {
  const prepare = () => {
    onPapers?.()
    // The shell must be there when a page cannot be loaded. A failure is shown by the page that needs it.
    afterPaint(() => void loadShell().catch(() => undefined))
  }
  return (
    <Foundation {...props} onPapers={prepare}>
      <RouterProvider router={router} />
    </Foundation>
  )
}
