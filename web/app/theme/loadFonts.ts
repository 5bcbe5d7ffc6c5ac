/** The two typefaces and their stand-ins; loading this once gives a page its type. */
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import '@fontsource-variable/source-serif-4/wght-italic.css'
import './fonts.css'
