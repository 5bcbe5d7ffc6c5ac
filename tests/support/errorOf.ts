import { AppError } from '#api/platform/errors.ts'

/**
 * Returns the error of a call that is to fail. Throws when the call succeeds, and what it throws when that is no
 * `AppError`: then the product has a fault of its own.
 */
export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof AppError) return error
  throw error
}
