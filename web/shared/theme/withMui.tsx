import { lazy, useState, type ComponentType } from 'react'
import { loadPart } from '../loadPart.ts'

/** Loads a component that is made of MUI components, and MUI's theme, in which it is rendered. */
export async function withMui<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Component, { MuiTheme }] = await Promise.all([load(), import('./MuiTheme.tsx')])
  return function WithMui(props: Props) {
    return (
      <MuiTheme>
        <Component {...props} />
      </MuiTheme>
    )
  }
}

/**
 * A part of a page that is made of MUI components, loaded on its first use within a `Suspense`. Without a connection the
 * first use waits until it is back. After `preload`, it is rendered without a wait.
 */
export function lazyMui<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => {
    Loaded ??= await loadPart(() => withMui(load))
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
