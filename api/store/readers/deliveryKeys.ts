// The reader is in the id of a delivery, too, but a cluster finds the shard by `user_id`.

export const deliveryKey = (userId: string, day: string) => `${userId}:${day}`

/** Matches the reader's deliveries of these days. */
export const onDays = (userId: string, days: readonly string[]) => ({
  _id: { $in: days.map((day) => deliveryKey(userId, day)) },
  user_id: userId,
})

/** Matches the deliveries of these readers and days. Read with `hint({ _id: 1 })`: an index of readers has all of their days. */
export const ofReaders = (wanted: readonly { userId: string; day: string }[]) => ({
  _id: { $in: wanted.map(({ userId, day }) => deliveryKey(userId, day)) },
  user_id: { $in: [...new Set(wanted.map(({ userId }) => userId))] },
})
