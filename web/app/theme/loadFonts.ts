/** Loads the two typefaces and their fallback fonts. Import once per page. */
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import '@fontsource-variable/source-serif-4/wght-italic.css'
import './fonts.css'
