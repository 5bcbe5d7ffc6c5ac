import { RouterProvider } from 'react-router-dom'
import { Foundation, type FoundationProps } from './Foundation.tsx'
import { createRouter } from './router.tsx'

const router = createRouter()

/** The whole web application, routed by the browser's URL. */
export function App(props: Omit<FoundationProps, 'children'>) {
  return (
    <Foundation {...props}>
      <RouterProvider router={router} />
    </Foundation>
  )
}
