/**
 * The style of a row that the browser lays out when it comes near to the window. `height` is about that of the row, in
 * pixels. On paper all rows are laid out.
 */
export const lateLayout = (height: number) =>
  ({ '@media not print': { contentVisibility: 'auto', containIntrinsicSize: `auto ${height}px` } }) as const
