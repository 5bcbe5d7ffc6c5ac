/** Whether no element has the focus: the one that had it was removed or disabled. */
export const isFocusLost = (): boolean => document.activeElement === document.body
