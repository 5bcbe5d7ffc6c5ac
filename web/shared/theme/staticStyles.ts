import type { Theme, ThemeOptions } from '@mui/material/styles'
import { unstable_memoTheme as memoTheme } from '@mui/material/utils'

type Components = NonNullable<ThemeOptions['components']>
type Style = object | ((props: { theme: Theme }) => object)
type StaticStyle = (props: { theme: Theme }) => object

/**
 * Styles of a `styled` element that depend on the theme alone: they become CSS text once, not for each element that is
 * rendered. For what a page has by the dozen.
 */
export const staticStyles = (style: Style): StaticStyle =>
  // It returns the CSS text in an object of MUI's own, which has no public type.
  memoTheme((typeof style === 'function' ? style : () => style) as Parameters<typeof memoTheme>[0]) as StaticStyle

/** The same for a variant, of which MUI takes the CSS text alone. */
function staticVariant(style: Style): StaticStyle {
  const toStatic = staticStyles(style)
  return (props) => (toStatic(props) as { style: object }).style
}

interface Parts {
  styleOverrides?: Record<string, Style>
  variants?: { props: object; style: Style }[]
}

/**
 * The styles of the theme as CSS text. MUI calls the functions of a component, and serializes what they return, for each
 * of its elements. So none of them may depend on the properties of the element: variants are for that.
 */
export function withStaticStyles(components: Components): Components {
  const entries = Object.entries(components as Record<string, Parts>).map(
    ([name, { styleOverrides, variants, ...rest }]) => {
      const overrides = Object.entries(styleOverrides ?? {}).map(([slot, style]) => [slot, staticStyles(style)])
      return [
        name,
        {
          ...rest,
          ...(styleOverrides && { styleOverrides: Object.fromEntries(overrides) }),
          ...(variants && { variants: variants.map(({ props, style }) => ({ props, style: staticVariant(style) })) }),
        },
      ]
    },
  )
  return Object.fromEntries(entries)
}
