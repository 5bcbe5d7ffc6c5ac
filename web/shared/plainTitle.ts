import type { Paper } from '#api/contract/papers.ts'

/** The title of a paper as text, for places that cannot show formulas: the title of the page, names of controls. */
export const plainTitle = ({ title, title_segments }: Pick<Paper, 'title' | 'title_segments'>): string =>
  title_segments.length === 0
    ? title
    : title_segments.map((part) => ('text' in part ? part.text : (part.plain ?? part.tex))).join('')
