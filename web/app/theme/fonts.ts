/** The families of `styles/fonts.css`; their fallbacks there have the metrics of the real ones, so nothing shifts. */
export const textFont = 'var(--font-sans)'
export const displayFont = 'var(--font-serif)'
