/** Box of a log. It scrolls by itself, so it must be focusable for the keyboard. */
export const logFrame = { maxHeight: 320, overflow: 'auto', typography: 'caption' } as const
