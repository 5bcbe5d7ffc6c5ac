import { afterEach, describe, expect, test } from 'bun:test'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { resolveMailHost } from '#api/mail/hosts.ts'
import { composeMessage } from '#api/mail/message.ts'
import { sendMessage, logIn, openConnection, type SmtpServer } from '#api/mail/transport.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'

const loopback = () => resolveMailHost('127.0.0.1', { allowPrivate: true, limitMs: 60_000 })
const at = (port: number, changes: Partial<SmtpServer> = {}): SmtpServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  ...changes,
})
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that answers each line with what `script` says to it, and is silent where it says nothing. */
async function startScript(greeting: string, script: Record<string, string> = {}): Promise<number> {
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
  test('goes to the address that was checked, not to its name once more', async () => {
    const server = await startMailServer({})
    try {
      // Nobody else knows this name.
      const connection = await openConnection(await loopback(), at(server.port, { host: 'mail.invalid' }))
      expect(connection.stage).toBe('connected')
      connection.close()
    } finally {
      await server.stop()
    }
  })
})

describe('A mail server that goes silent is given up', () => {
  const limitMs = 50
  const ready = { EHLO: '250-mail\r\n250 AUTH PLAIN\r\n' }

  test('before its greeting', async () => {
    const server = at(await startScript(''))
    await expect(openConnection(await loopback(), server, { limitMs })).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('after its greeting', async () => {
    const server = at(await startScript('220 mail\r\n'))
    await expect(openConnection(await loopback(), server, { limitMs })).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('at the login', async () => {
    const server = at(await startScript('220 mail\r\n', ready), { user: 'digest', password: 'right' })
    const connection = await openConnection(await loopback(), server)
    await expect(logIn(connection, server, limitMs)).rejects.toThrow('127.0.0.1 does not answer the login.')
    expect(connection.destroyed).toBe(true)
  })

  test('after the login, and the mail can be sent later', async () => {
    const connection = await openConnection(await loopback(), at(await startScript('220 mail\r\n', ready)))
    const message = await composeMessage({
      subject: 'Papers',
      html: '<p>rich</p>',
      text: 'plain',
      from: { name: 'Paperdawn', address: 'digest@papers.example.org' },
      to: 'ada@example.org',
      messageId: '<1@papers.example.org>',
    })
    expect(await sendMessage(connection, message, limitMs)).toEqual({
      outcome: 'later',
      reason: 'The mail server did not answer in time.',
    })
    expect(connection.destroyed).toBe(true)
  })
})
