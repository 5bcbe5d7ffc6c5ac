/** Minimum time to undo. The timer pauses while the pointer or the focus is on the bar (WCAG 2.2.1). */
export const UNDO_MS = 10_000
