/** Whether no element has the focus: the one that had it was removed, or is disabled and about to lose it. */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches(':disabled') === true
