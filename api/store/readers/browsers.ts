import { Users } from './userModel.ts'

/** Browsers of a user whose last use is kept. */
const BROWSERS_MAX = 50

/**
 * Stores that the browser that signed in at `signedInAt` was used at `at`, and removes browsers that were not used since
 * `since`.
 */
export async function recordBrowserUse(
  id: string,
  { signedInAt, at, since }: { signedInAt: Date; at: Date; since: Date },
): Promise<void> {
  const others = {
    $filter: {
      input: { $ifNull: ['$browsers', []] },
      cond: { $and: [{ $ne: ['$$this.signed_in_at', signedInAt] }, { $gt: ['$$this.used_at', since] }] },
    },
  }
  const browsers = { $concatArrays: [[{ signed_in_at: signedInAt, used_at: at }], others] }
  await Users.updateOne(
    { _id: id },
    [{ $set: { browsers: { $slice: [browsers, BROWSERS_MAX] } } }],
    // Losing this write does no harm, so it does not wait for a majority.
    { updatePipeline: true, writeConcern: { w: 1 } },
  )
}
