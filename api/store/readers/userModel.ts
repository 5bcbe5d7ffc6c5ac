import { model, Schema, type InferSchemaType } from 'mongoose'
import { DENSITIES, TITLE_TARGETS } from '../../contract/users.ts'

const text = { type: String, required: true } as const
const flag = { type: Boolean, required: true } as const
const count = { type: Number, required: true } as const
const texts = { type: [String], required: true } as const
const date = { type: Date, required: true } as const
const nullableDate = { type: Date, default: null } as const
const subdocument = { _id: false, strict: 'throw' } as const

const budgetUnit = { type: String, enum: ['minutes', 'papers'] as const, required: true } as const
const budget = new Schema({ unit: budgetUnit, amount: count }, subdocument)
const preferences = new Schema(
  {
    digest: {
      type: new Schema(
        {
          enabled: flag,
          hour: count,
          time_zone: text,
          weekdays: { type: [Number], required: true },
          max_papers: count,
          skip_empty: flag,
          /** Absent in accounts made before a mail could be grouped: false. */
          by_interest: Boolean,
        },
        subdocument,
      ),
      required: true,
    },
    /** Absent in accounts made before there was a review: no mail. */
    review: { type: new Schema({ weekday: { type: Number, default: null } }, subdocument) },
    reading: {
      type: new Schema(
        {
          density: { type: String, enum: DENSITIES, required: true },
          abstract_lines: count,
          open: { type: String, enum: TITLE_TARGETS, required: true },
          /** Absent in accounts made before there was a budget: `BUDGET_DEFAULT`. */
          budget: { type: budget },
          /** Absent in accounts made before there was a plan: `PLAN_MINUTES_DEFAULT`. */
          plan_minutes: Number,
        },
        subdocument,
      ),
      required: true,
    },
    shortcuts: flag,
    streak_visible: flag,
    /** Alarms by mail, of an admin. Absent before one chose. */
    alarms: { type: Boolean },
  },
  subdocument,
)

const schema = new Schema(
  {
    _id: text,
    firebase_uid: text,
    email: text,
    email_verified: flag,
    provider: text,
    /** When the token was issued that email, email_verified and provider were read from. */
    identity_at: date,
    name: text,
    /** True when the reader chose `name`: signing in does not replace it. */
    name_chosen: flag,
    photo_url: { type: String, default: null },
    disabled: flag,
    tokens_valid_after: nullableDate,
    /** An admin allows a new sign-in with the address to take the account over until then. Absent in older accounts. */
    new_sign_in_until: nullableDate,
    /** The signed-in browsers, the last used first. Absent in accounts made before they were kept. */
    browsers: { type: [new Schema({ signed_in_at: date, used_at: date }, subdocument)] },
    category_ids: texts,
    /** When the digest was switched off by the link in a mail; null after a change in the profile. */
    unsubscribed_at: nullableDate,
    /** The last day of the newest week of which no review was sent because nothing happened in it. Absent before one. */
    review_skipped: String,
    preferences: { type: preferences, required: true },
    interests: {
      type: new Schema({ keywords: texts, authors: texts, muted_terms: texts, muted_authors: texts }, subdocument),
      required: true,
    },
    created_at: date,
    last_seen_at: nullableDate,
    previous_seen_at: nullableDate,
  },
  { collection: 'users', versionKey: false, strict: 'throw', autoIndex: false },
)
schema.index({ firebase_uid: 1 }, { name: 'uid', unique: true })
schema.index({ email: 1 }, { name: 'verified_email', unique: true, partialFilterExpression: { email_verified: true } })
schema.index({ created_at: -1, _id: 1 }, { name: 'newest' })
schema.index({ 'preferences.alarms': 1 }, { name: 'alarms', partialFilterExpression: { 'preferences.alarms': true } })

export type UserRecord = InferSchemaType<typeof schema>
export const Users = model('User', schema)
