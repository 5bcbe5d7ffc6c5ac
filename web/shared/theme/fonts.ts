/** Font families of `fonts.css`. Their fallbacks have the same metrics, so the layout does not shift on font load. */
export const textFont = 'var(--font-sans)'
export const displayFont = 'var(--font-serif)'
