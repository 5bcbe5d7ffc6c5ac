import { t } from 'elysia'
import { Instant } from './lists.ts'
import { oneOf } from './stringSchemas.ts'

/** The e-reader of a reader, to which the day is mailed as an EPUB file. */
export const Ereader = t.Object({
  address: t.String(),
  state: oneOf(['waiting', 'on', 'off'], {
    description: 'Waiting for the code of a test; on; off because mail servers refuse its address.',
  }),
  code_until: t.Nullable(Instant, { description: 'Until when the code of the newest test confirms the address.' }),
  last: t.Nullable(t.Object({ at: Instant, sentence: t.String() })),
  failing_since: t.Nullable(Instant),
})
export type Ereader = typeof Ereader.static

export const EreaderState = t.Object({
  ereader: t.Nullable(Ereader),
  from: t.Nullable(
    t.String({
      description: 'Address that mails come from, which the account of the device must allow; null: no mail.',
    }),
  ),
})
export type EreaderState = typeof EreaderState.static

export const EreaderInput = t.Object(
  { address: t.String({ format: 'email', maxLength: 254, description: 'E-mail address of the device.' }) },
  { additionalProperties: false },
)

export const EreaderCode = t.Object(
  { code: t.String({ minLength: 1, maxLength: 40, description: 'The code that a test shows on the e-reader.' }) },
  { additionalProperties: false },
)
