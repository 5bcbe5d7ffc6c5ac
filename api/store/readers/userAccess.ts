import { AppError } from '../../platform/errors.ts'
import { Users, type UserRecord } from './userModel.ts'

/** Disabling also ends all sign-ins, so that they stay ended when the account is enabled again. Throws "not-found". */
export const setDisabled = (id: string, disabled: boolean): Promise<UserRecord> =>
  updateUser(id, { disabled, ...(disabled && { tokens_valid_after: new Date() }) })

/** Lets a new sign-in with the address take the account over until then; null for not at all. Throws "not-found". */
export const allowNewSignIn = (id: string, until: Date | null): Promise<UserRecord> =>
  updateUser(id, { new_sign_in_until: until })

async function updateUser(id: string, changes: Partial<UserRecord>): Promise<UserRecord> {
  const user = await Users.findByIdAndUpdate(id, { $set: changes }, { returnDocument: 'after' }).lean()
  if (user === null) throw new AppError('not-found', 'There is no such user.')
  return user
}

/** Rejects from now on all tokens of sign-ins before `at`. */
export async function revokeTokens(id: string, at: Date): Promise<void> {
  await Users.updateOne({ _id: id }, { tokens_valid_after: at })
}
