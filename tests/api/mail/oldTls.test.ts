import { afterAll, expect, test } from 'bun:test'
import { openConnection } from '#api/mail/smtpConnection.ts'
import { resolveMailHost } from '#api/mail/mailHosts.ts'
import { cert, key } from '#tests/api/support/certificate.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'

const old = { cert, key, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const
const [tls, starttls] = await Promise.all([
  startMailServer({ ...old, secure: true }),
  startMailServer({ ...old, disabledCommands: [] }),
])
afterAll(() => Promise.all([tls.stop(), starttls.stop()]))

test('A mail server that has no TLS 1.2 is refused, and the error says so, with TLS from the start and with STARTTLS', async () => {
  const address = await resolveMailHost('127.0.0.1', { allowPrivate: true, limitMs: 60_000 })
  for (const [security, { port }] of [
    ['tls', tls],
    ['starttls', starttls],
  ] as const) {
    const opened = openConnection(address, { host: 'localhost', port, security }, { ehloName: 'papers.example.org' })
    await expect(opened).rejects.toThrow(
      'No secure connection to localhost could be made. It offers only versions of TLS older than 1.2.',
    )
  }
})
