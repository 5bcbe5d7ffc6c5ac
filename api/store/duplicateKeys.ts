/** True when a write was refused because a unique index holds that key already (MongoDB's error 11000). */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11_000
