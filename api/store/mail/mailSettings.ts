import { model, Schema } from 'mongoose'
import type { EmailConfigInput } from '../../contract/mail.ts'
import { isDuplicate } from '../duplicateKeys.ts'

/** The stored mail settings. The password is stored encrypted only. */
export interface MailSettingsRecord extends Omit<EmailConfigInput, 'password' | 'version'> {
  _id: 'mail'
  /** Absent in settings that an earlier version of the product saved. */
  version?: number
  sealed_password: string | null
  /** Whether host and port are those of the embedded mail sink, whose port may change with a start. */
  to_sink?: boolean
  updated_at: Date
  updated_by: string
}

const schema = new Schema<MailSettingsRecord>(
  {
    _id: { type: String, required: true },
    host: { type: String, required: true },
    port: { type: Number, required: true },
    security: { type: String, required: true },
    user: String,
    sealed_password: { type: String, default: null },
    from_name: { type: String, required: true },
    from_address: { type: String, required: true },
    reply_to: String,
    max_per_minute: { type: Number, required: true },
    version: Number,
    to_sink: Boolean,
    enabled: { type: Boolean, required: true },
    updated_at: { type: Date, required: true },
    updated_by: { type: String, required: true },
  },
  { collection: 'settings', strict: 'throw', autoIndex: false, versionKey: false },
)
const Settings = model('Setting', schema)

export const findMailSettings = (): Promise<MailSettingsRecord | null> => Settings.findById('mail').lean().exec()

/**
 * Replaces the stored settings if their version is `before`; null: they have none, or nothing is stored. Returns false,
 * and stores nothing, if it is another one.
 */
export async function saveMailSettings(
  settings: Omit<MailSettingsRecord, '_id'>,
  before: number | null,
): Promise<boolean> {
  const filter = { _id: 'mail' as const, version: before }
  try {
    const { matchedCount, upsertedCount } = await Settings.replaceOne(
      filter as object,
      { _id: 'mail', ...settings },
      { upsert: before === null },
    )
    return matchedCount + upsertedCount === 1
  } catch (error) {
    // Settings with a version are stored, so the insert was refused.
    if (isDuplicate(error)) return false
    throw error
  }
}
