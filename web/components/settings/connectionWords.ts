import type { ConnectionInput } from '#api/contract/connections.ts'
import type { TargetKind, TargetSend } from '#api/contract/limits.ts'

type FieldName = 'address' | 'room' | 'topic' | 'token'

interface Field {
  name: FieldName
  label: string
  help: string
  optional?: boolean
  hidden?: boolean
}

interface Words {
  name: string
  /** What it does, and what it can see. */
  sentence: string
  fields: readonly Field[]
}

const SEES = 'The service sees titles, authors and why a paper is yours.'
const TOKEN = { name: 'token', label: 'Access token', hidden: true } as const

/**
 * What is said and asked of each service, in the order of the rows. Names and kinds are not those of the contract's
 * limits: all pages load these, and this file only the profile.
 */
export const CONNECTION_WORDS: Readonly<Record<TargetKind, Words>> = {
  slack: {
    name: 'Slack',
    sentence: `Posts your papers of the day to a channel. ${SEES}`,
    fields: [{ name: 'address', label: 'Webhook address', help: 'In Slack: your app, Incoming Webhooks, Copy.' }],
  },
  discord: {
    name: 'Discord',
    sentence: `Posts your papers of the day to a channel. ${SEES}`,
    fields: [
      {
        name: 'address',
        label: 'Webhook address',
        help: 'In Discord: the channel’s Integrations, Webhooks. A thread has ?thread_id= at the end.',
      },
    ],
  },
  matrix: {
    name: 'Matrix',
    sentence: `Posts your papers of the day to a room without encryption. ${SEES}`,
    fields: [
      { name: 'address', label: 'Server', help: 'For example https://matrix.example.org' },
      { name: 'room', label: 'Room', help: 'Its id, which begins with an exclamation mark.' },
      { ...TOKEN, help: 'Of an account that is in the room.' },
    ],
  },
  mattermost: {
    name: 'Mattermost',
    sentence: `Posts your papers of the day to a channel. ${SEES}`,
    fields: [{ name: 'address', label: 'Webhook address', help: 'In Mattermost: Integrations, Incoming Webhooks.' }],
  },
  ntfy: {
    name: 'ntfy',
    sentence:
      'Sends one push a day to your phone, with the number of papers and the first titles. The server sees those.',
    fields: [
      { name: 'address', label: 'Server', help: 'A public one, or your own.' },
      {
        name: 'topic',
        label: 'Topic',
        help: 'On a public server its name is the only password: keep this random one.',
      },
      { ...TOKEN, help: 'Only if the topic is protected.', optional: true },
    ],
  },
  webhook: {
    name: 'Own webhook',
    sentence:
      'Sends your papers of the day to a program of yours, signed. It sees titles, authors, abstracts and reasons.',
    fields: [
      { name: 'address', label: 'Address', help: 'Gets a POST with JSON. You are shown the secret when you save.' },
    ],
  },
}

/** What a connection can get: the name of the switch, and what it means. */
export const SENDS_WORDS: Readonly<Record<TargetSend, { name: string; sentence: string }>> = {
  day: { name: 'The day’s top papers', sentence: 'The papers of your digest, in the same order.' },
  hits: {
    name: 'What your searches and questions found',
    sentence: 'Answers to your questions; without the day’s papers, those that a search you follow found.',
  },
  updates: { name: 'Updates of saved papers', sentence: 'Retractions and corrections of papers on your list.' },
  review: { name: 'The weekly review', sentence: 'A message of its own, the morning after the week.' },
  alarms: {
    name: 'Alarms for admins',
    sentence: 'A message when a source, mail, a backup, a worker or the disk fails, and when it is good again.',
  },
}
const SENDS_NAMES = Object.keys(SENDS_WORDS) as TargetSend[]
/** The switches in their order: alarms are for admins. */
export const sendsNames = (isAdmin: boolean): TargetSend[] => SENDS_NAMES.filter((name) => isAdmin || name !== 'alarms')

/** The services in the order of the rows. */
export const CONNECTION_KINDS = Object.keys(CONNECTION_WORDS) as TargetKind[]

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Values that a form begins with: a server for ntfy, and a topic of 16 characters that cannot be guessed. */
export function firstValues(kind: TargetKind): Partial<Record<FieldName, string>> {
  if (kind !== 'ntfy') return {}
  const random = crypto.getRandomValues(new Uint8Array(16))
  const topic = [...random].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return { address: 'https://ntfy.sh', topic }
}

/** The values of a form as they are sent; null while one is missing. */
export function toInput(kind: TargetKind, values: Partial<Record<FieldName, string>>): ConnectionInput | null {
  const given: ConnectionInput = {}
  for (const { name, optional } of CONNECTION_WORDS[kind].fields) {
    const value = values[name]?.trim() ?? ''
    if (value !== '') given[name] = value
    else if (!optional) return null
  }
  return given
}
