import { Landing } from '../pages/Landing/Landing.tsx'
import { Foundation, type FoundationProps } from './Foundation.tsx'

/** The landing page without the router: the first visit loads only the code of this page. */
export function LandingApp(props: Omit<FoundationProps, 'children'>) {
  return (
    <Foundation {...props}>
      <Landing />
    </Foundation>
  )
}
