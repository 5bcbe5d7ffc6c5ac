import { model, Schema } from 'mongoose'
import type { EmailConfigInput } from '../../contract/mail.ts'

/** The stored mail settings. The password is stored encrypted only. */
export interface MailSettingsRecord extends Omit<EmailConfigInput, 'password'> {
  _id: 'mail'
  sealed_password: string | null
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
    enabled: { type: Boolean, required: true },
    updated_at: { type: Date, required: true },
    updated_by: { type: String, required: true },
  },
  { collection: 'settings', strict: 'throw', autoIndex: false, versionKey: false },
)
const Settings = model('Setting', schema)

export const findMailSettings = (): Promise<MailSettingsRecord | null> => Settings.findById('mail').lean().exec()

/** Replaces the stored settings. */
export async function saveMailSettings(settings: Omit<MailSettingsRecord, '_id'>): Promise<void> {
  await Settings.replaceOne({ _id: 'mail' }, { _id: 'mail', ...settings }, { upsert: true })
}
