import { fault, type Sabotage } from './sabotage.ts'

const outbox = 'tests/api/services/sending/outbox.test.ts'
const killed = 'tests/api/services/sending/killedSending.test.ts'
const suppressions = 'tests/api/store/suppressions.test.ts'
const badHour = 'tests/api/services/sending/badHour.test.ts'
const changes = 'tests/api/services/digests/changesDuringRun.test.ts'

/** Faults of the outbox and of the suppressions. */
export const MAIL_SABOTAGES: readonly Sabotage[] = [
  fault(
    'outbox: anything can be claimed',
    'api/store/mail/outboxClaims.ts',
    ["state: 'claimed' as const, $expr: isPast('lease_until')", "state: 'claimed' as const"],
    { test: outbox, only: 'is sent once by concurrent senders' },
  ),
  fault(
    'outbox: handover without fence',
    'api/store/mail/outboxClaims.ts',
    [
      "filter: { _id, fence, state: { $in: ['claimed', 'handing-off'] } },\n        update: [\n",
      "filter: { _id, state: { $in: ['claimed', 'handing-off'] } },\n        update: [\n",
    ],
    { test: outbox, only: 'claim was taken over' },
  ),
  fault(
    'outbox: uncertain mails are sent again',
    'api/store/mail/outboxClaims.ts',
    ["$set: { state: 'uncertain'", "$set: { state: 'queued'"],
    { test: outbox, only: 'killed before the server responds' },
  ),
  fault(
    'outbox: a late answer is ignored',
    'api/store/mail/outboxClaims.ts',
    ["state: { $in: ['handing-off', 'uncertain'] }", "state: { $in: ['handing-off'] }"],
    { test: outbox, only: 'when the response arrives after' },
  ),
  fault(
    'outbox: a started sender ignores its journal',
    'api/services/sending/sender.ts',
    ['  await settleAccepted()\n  for', '  for'],
    { test: killed, only: 'know from the journal' },
  ),
  fault(
    'outbox: the journal is not read',
    'api/mail/journal.ts',
    ["text.split('\\n').flatMap(readLine)", 'text.split(text).flatMap(readLine)'],
    { test: killed, only: 'know from the journal' },
  ),
  fault(
    'outbox: an acceptance is not recorded',
    'api/services/sending/sender.ts',
    ['  record({ _id: id, fence, receipt })', "  Promise.resolve(id !== '' && fence > 0 && receipt !== '')"],
    { test: killed, only: 'send each once' },
  ),
  fault(
    'outbox: begun handovers are queued again',
    'api/store/mail/outboxClaims.ts',
    ['mine, { $set: { lease_until', "mine, { $set: { state: 'queued', lease_until"],
    { test: killed, only: 'send each once' },
  ),
  fault(
    'outbox: a sender that starts ends the claims of all',
    'api/store/mail/outboxClaims.ts',
    ['const mine = { sender, state', 'const mine = { state'],
    { test: 'tests/api/store/outboxClaims.test.ts', only: 'leaves those of another process alone' },
  ),
  fault(
    'mail: old versions of TLS are accepted',
    'api/mail/smtpConnection.ts',
    ["minVersion: 'TLSv1.2'", "minVersion: 'TLSv1'"],
    {
      test: 'tests/api/mail/oldTls.test.ts',
      only: 'has no TLS 1.2 is refused',
    },
  ),
  fault(
    'suppression: on the first refusal',
    'api/services/sending/unsent.ts',
    ['const ANOTHER_DAY_MS = 12 * 3_600_000', 'const ANOTHER_DAY_MS = 0'],
    { test: badHour, only: 'is held back on the second day' },
  ),
  fault(
    'suppression: a refusal counts although all are refused',
    'api/services/sending/unsent.ts',
    ['    await forgetAddressRefusalsSince(refusals.since)\n', ''],
    { test: badHour, only: 'says nothing against an address' },
  ),
  fault(
    'outbox: a run goes on without replies',
    'api/services/sending/unsent.ts',
    ["    return countFailure({ reason: error, about: 'no-reply' })", '    return'],
    { test: badHour, only: 'those perhaps sent are not sent again' },
  ),
  fault(
    'outbox: a reader is not read again when the turn comes',
    'api/services/digests/digest.ts',
    ["if (!getsMail(reader, 'digest')) return", 'if (reader === null) return'],
    { test: changes, only: 'a reader who' },
  ),
  fault(
    'outbox: a retried mail keeps its address',
    'api/store/mail/outbox.ts',
    ['if (row.to === to) return row', "if (to !== '') return row"],
    { test: changes, only: 'when it is retried' },
  ),
  fault(
    'outbox: refusals are not cleared soon after the last time',
    'api/services/sending/sender.ts',
    ['  clearedAt = -Infinity\n  return refusals', '  return refusals'],
    { test: 'tests/api/services/sending/handOver.test.ts', only: 'until the server accepts a mail' },
  ),
  fault('suppression: for a refused sender', 'api/mail/refusals.ts', ['banned|spamhaus|sender|', 'banned|spamhaus|'], {
    test: 'tests/api/mail/refusals.test.ts',
    only: 'Sender verify failed',
  }),
  fault(
    'suppression: by exact case',
    'api/store/mail/suppressions.ts',
    ['{ _id: address.toLowerCase() },\n    { $set', '{ _id: address },\n    { $set'],
    { test: suppressions, only: 'whatever its letter case' },
  ),
  fault(
    'suppression: mail is sent all the same',
    'api/services/sending/outbox.ts',
    [
      'const suppressed = await findSuppressionOf(claimed.to)',
      'const suppressed = null as Awaited<ReturnType<typeof findSuppressionOf>>',
    ],
    { test: outbox, only: 'is suppressed when the server rejects' },
  ),
  fault('suppression: a release takes all', 'api/store/mail/suppressions.ts', ['{ cause: which.cause }', '{}'], {
    test: suppressions,
    only: 'with another one',
  }),
]
