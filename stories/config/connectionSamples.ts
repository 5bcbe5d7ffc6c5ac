import type { MailStatus } from '#api/contract/mail.ts'
import type { Connection } from '#api/contract/connections.ts'

const sends = { day: true, hits: true, updates: true, review: false, alarms: false }

export const slackConnection: Connection = {
  kind: 'slack',
  host: 'hooks.slack.com',
  last_four: 'w3Kq',
  on: true,
  sends,
  last: { at: '2026-11-20T06:00:04.000Z', outcome: 'sent', sentence: 'Fri 20 Nov: 12 papers.' },
  failing_since: null,
}
export const newConnection: Connection = {
  kind: 'webhook',
  host: 'lanterns.example.org',
  last_four: '',
  on: true,
  sends,
  last: null,
  failing_since: null,
}
export const failingConnection: Connection = {
  kind: 'ntfy',
  host: 'ntfy.example.org',
  last_four: '7f3a',
  on: true,
  sends,
  last: {
    at: '2026-11-20T06:00:20.000Z',
    outcome: 'deferred',
    sentence: 'ntfy did not accept the message yet: it did not answer in time.',
  },
  failing_since: '2026-11-18T06:00:20.000Z',
}
export const endedConnection: Connection = {
  kind: 'discord',
  host: 'discord.com',
  last_four: 'Xw9z',
  on: false,
  sends,
  last: {
    at: '2026-11-19T06:00:11.000Z',
    outcome: 'gone',
    sentence: 'Discord refused for good: 404 Unknown Webhook (10015).',
  },
  failing_since: '2026-11-19T06:00:11.000Z',
}
/** Everything of it is switched off. */
export const silentConnection: Connection = {
  ...slackConnection,
  sends: { day: false, hits: false, updates: false, review: false, alarms: false },
}

export const connections: Connection[] = [slackConnection, newConnection]

/** Of a reader who gets no mail. */
export const noMail: MailStatus = { returned: null, digest: null, review: null, targets: 0, unsubscribed_at: null }
