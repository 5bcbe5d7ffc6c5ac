/** Height of the line with the heading, which the bar of the selected papers covers. */
export const HEAD_HEIGHT = '2.875rem'
