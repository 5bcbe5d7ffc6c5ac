import type { ComponentProps } from 'react'

interface SheetProps extends Omit<ComponentProps<'section'>, 'className'> {
  component?: 'div' | 'section' | 'article' | 'ul'
  /** Shows that its content is about to be replaced. */
  isOld?: boolean
}

/** Card surface of a list page: rows divided by hairlines, full width on phones. */
export function Sheet({ component = 'div', isOld = false, ...rest }: SheetProps) {
  const Component = component as 'section'
  return <Component {...rest} className={isOld ? 'sheet old' : 'sheet'} />
}
