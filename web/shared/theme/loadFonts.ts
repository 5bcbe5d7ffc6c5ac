/** Loads the two typefaces and their fallback fonts. Import once per page. */
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import '@fontsource-variable/source-serif-4/wght-italic.css'
import './fonts.css'

// The two fonts of the first screen, while it is rendered: the scripts, which come before it, do not share the line with them.
if ('fonts' in document)
  for (const font of ['1em "Inter Variable"', '1em "Source Serif 4 Variable"'])
    // Text is shown in the fallback font if it cannot be loaded.
    document.fonts.load(font).catch(() => undefined)
