import { lazy, useState, type ComponentType } from 'react'
import { loadPart } from './loadPart.ts'

/**
 * A part of a page that is loaded on its first use within a `Suspense`. Without a connection the first use waits until it
 * is back. After `preload`, it is rendered without a wait.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => {
    Loaded ??= await loadPart(load)
    return { default: Loaded }
  }
  const Lazy = lazy(preload) as unknown as ComponentType<Props>
  function Part(props: Props) {
    // The same for as long as it is shown: another component would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Part, { preload })
}
