/** px of a card with an abstract of some lines. */
export const CARD_HEIGHT = 280

/** Styles of a row that the browser lays out only when it comes near to the window. `height`: px of a usual row. */
export const whenNear = (height: number) => ({
  contentVisibility: 'auto',
  containIntrinsicSize: `auto ${height}px`,
  '@media print': { contentVisibility: 'visible' },
})
