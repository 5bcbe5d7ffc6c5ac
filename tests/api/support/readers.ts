import { changeUser, saveIdentity, type UserRecord } from '#api/store/readers/users.ts'

/** Creates a user with these categories and `changes` to the profile. */
export async function makeReader(
  name: string,
  category_ids: string[],
  changes: Parameters<typeof changeUser>[1] = {},
): Promise<UserRecord> {
  const { user } = await saveIdentity({
    uid: name,
    email: `${name}@example.org`,
    email_verified: true,
    name,
    photo_url: null,
    auth_time: new Date(),
    issued_at: new Date(),
    provider: 'google.com',
  })
  return changeUser(user._id, { category_ids, ...changes })
}
