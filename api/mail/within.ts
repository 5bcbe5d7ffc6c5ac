import { AppError } from '../platform/errors.ts'

/** What `work` brings, within `limitMs`; after that throws "unavailable" with `sentence`, after `giveUp`. */
export async function within<Result>(
  work: Promise<Result>,
  limitMs: number,
  sentence: string,
  giveUp: () => void = () => undefined,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    giveUp()
    reject(new AppError('unavailable', sentence))
  }, limitMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
