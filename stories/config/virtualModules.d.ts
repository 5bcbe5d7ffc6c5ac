declare module 'virtual:used-icons' {
  import type { SvgIconComponent } from '@mui/icons-material'
  /** The icons that `web` imports, by name, each with the files that use it. */
  export const icons: readonly { name: string; Icon: SvgIconComponent; files: readonly string[] }[]
}
