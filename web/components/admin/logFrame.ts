/** Box of a log. It scrolls by itself, so it must be focusable for the keyboard. */
export const logFrame = { maxHeight: 320, overflow: 'auto', fontSize: '0.8125rem', lineHeight: 1.5 } as const
