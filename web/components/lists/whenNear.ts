/** Styles of a row that the browser lays out only when it comes near to the window. */
export const whenNear = {
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 280px',
  '@media print': { contentVisibility: 'visible' },
}
