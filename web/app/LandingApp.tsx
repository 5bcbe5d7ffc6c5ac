import { Landing } from '../pages/Landing/Landing.tsx'
import { Foundation, type FoundationProps } from './Foundation.tsx'

/** The landing page alone, without the router: the first visit loads nothing that it does not show. */
export function LandingApp(props: Omit<FoundationProps, 'children'>) {
  return (
    <Foundation {...props}>
      <Landing />
    </Foundation>
  )
}
