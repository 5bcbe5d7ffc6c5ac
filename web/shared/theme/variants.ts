import type { CSSProperties } from 'react'

/** Custom typography variants in addition to MUI's. Their values are in `theme.ts`. */
interface Roles<Style> {
  day: Style
  lead: Style
  /** Heading of a part of a page whose title is large. */
  section: Style
  /** The title of a paper as that of its own page: it is longer than those of other pages. */
  longTitle: Style
  paperTitle: Style
  compactTitle: Style
  headline: Style
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

// Variants of components in addition to MUI's. Their styles are in `components/`.
declare module '@mui/material/Paper' {
  interface PaperPropsVariantOverrides {
    /** Rows divided by hairlines; from edge to edge on a phone. */
    sheet: true
  }
}
declare module '@mui/material/Alert' {
  interface AlertPropsVariantOverrides {
    /** Over the whole width of the window. */
    banner: true
  }
}
declare module '@mui/material/Chip' {
  interface ChipPropsVariantOverrides {
    /** A word about a thing, beside its title; `color="secondary"` for what is new. It cannot be pressed. */
    label: true
  }
}
