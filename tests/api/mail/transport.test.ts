import { afterEach, describe, expect, test } from 'bun:test'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { resolveMailHost } from '#api/mail/mailHosts.ts'
import { composeMessage } from '#api/mail/message.ts'
import { logIn, openConnection, type SmtpServer } from '#api/mail/smtpConnection.ts'
import { sendMessage } from '#api/mail/transport.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'

const loopback = () => resolveMailHost('127.0.0.1', { allowPrivate: true, limitMs: 60_000 })
const at = (port: number, changes: Partial<SmtpServer> = {}): SmtpServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  ...changes,
})
const ehloName = 'papers.example.org'
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server that replies to each command with its entry in `script`, and not at all when there is none. */
async function startScriptedServer(greeting: string, script: Record<string, string> = {}): Promise<number> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.write(greeting)
    socket.on('data', (chunk) => {
      const verb = String(chunk).split(/[ :\r]/)[0] ?? ''
      socket.write(script[verb] ?? '')
    })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('A connection to a mail server', () => {
  test('is made to the checked IP address, without resolving the host name again', async () => {
    const server = await startMailServer({})
    try {
      // ".invalid" never resolves (RFC 6761).
      const connection = await openConnection(await loopback(), at(server.port, { host: 'mail.invalid' }), {
        ehloName,
      })
      expect(connection.stage).toBe('connected')
      connection.close()
    } finally {
      await server.stop()
    }
  })
})

describe('A mail server that stops responding times out', () => {
  const limitMs = 50
  const ready = { EHLO: '250-mail\r\n250 AUTH PLAIN\r\n' }

  test('before its greeting', async () => {
    const server = at(await startScriptedServer(''))
    await expect(openConnection(await loopback(), server, { ehloName, limitMs })).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('after its greeting', async () => {
    const server = at(await startScriptedServer('220 mail\r\n'))
    await expect(openConnection(await loopback(), server, { ehloName, limitMs })).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  test('at the login', async () => {
    const server = at(await startScriptedServer('220 mail\r\n', ready), { user: 'digest', password: 'right' })
    const connection = await openConnection(await loopback(), server, { ehloName })
    await expect(logIn(connection, server, limitMs)).rejects.toThrow('127.0.0.1 did not reply to the login.')
    expect(connection.destroyed).toBe(true)
  })

  test('after the login, and the mail can be retried later', async () => {
    const connection = await openConnection(await loopback(), at(await startScriptedServer('220 mail\r\n', ready)), {
      ehloName,
    })
    const message = composeMessage({
      subject: 'Papers',
      html: '<p>rich</p>',
      text: 'plain',
      from: { name: 'Paperdawn', address: 'digest@papers.example.org' },
      to: 'ada@example.org',
      messageId: '<1@papers.example.org>',
    })
    expect(await sendMessage(connection, message, { limitMs })).toEqual({
      outcome: 'lost',
      reason: 'The mail server did not answer in time.',
    })
    connection.close()
  })
})
