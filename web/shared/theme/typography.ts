import type { CSSProperties } from 'react'

/** Custom typography variants in addition to MUI's. Their values are in `theme.ts`. */
interface Roles<Style> {
  day: Style
  paperTitle: Style
  compactTitle: Style
  abstract: Style
  meta: Style
  code: Style
  brand: Style
}

type RoleStyle = CSSProperties & Record<string, unknown>

declare module '@mui/material/styles' {
  interface TypographyVariants extends Roles<RoleStyle> {}
  interface TypographyVariantsOptions extends Partial<Roles<RoleStyle>> {}
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides extends Record<keyof Roles<unknown>, true> {}
}
