import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { SmtpPhase } from '#api/mail/refusals.ts'

const COMMANDS: readonly [start: string, phase: SmtpPhase | null, reply: string][] = [
  ['EHLO', null, '250-mail.example.org\r\n250 AUTH PLAIN'],
  ['AUTH', 'login', '235 2.7.0 Accepted'],
  ['MAIL', 'mail-from', '250 2.1.0 Ok'],
  ['RCPT', 'rcpt-to', '250 2.1.5 Ok'],
  ['DATA', null, '354 Go ahead'],
]

/**
 * An SMTP server on 127.0.0.1 that refuses, or drops the connection, at one step of the session, and accepts everything
 * else. Anyone may sign in or not. Unlike `smtp-server`, it greets at once and sends the replies exactly as given.
 */
export async function startRefusingServer() {
  let refused: { phase: SmtpPhase; reply: string | null; to: readonly string[] | null } | null = null
  const accepted: string[] = []
  const sessions = { count: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sessions.count += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let recipient = ''
    const answer = (phase: SmtpPhase | null, reply: string) => {
      const isOther = refused?.to && !refused.to.includes(recipient)
      if (refused === null || refused.phase !== phase || isOther) return socket.write(`${reply}\r\n`)
      return refused.reply === null ? socket.destroy() : socket.write(`${refused.reply}\r\n`)
    }
    let message: string | null = null
    answer('connect', '220 mail.example.org')
    socket.on('data', (chunk) => {
      if (message !== null) {
        message += String(chunk)
        if (!message.endsWith('\r\n.\r\n')) return
        message = null
        if (refused?.phase !== 'data' || (refused.to && !refused.to.includes(recipient))) accepted.push(recipient)
        return answer('data', '250 2.0.0 Queued')
      }
      const line = String(chunk)
      recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? recipient
      if (line.startsWith('DATA')) message = ''
      const [, phase, reply] = COMMANDS.find(([start]) => line.startsWith(start)) ?? [null, null, '250 Ok']
      return answer(phase, reply)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    /** Whom the mails were for that it accepted. */
    accepted,
    sessions,
    /** `reply` begins with the reply code. Null drops the connection instead. With `to`: only mails to these addresses. */
    refuse(phase: SmtpPhase, reply: string | null, { to = null }: { to?: readonly string[] | null } = {}) {
      refused = { phase, reply, to }
      // The product keeps connections, and would not connect or sign in again.
      for (const socket of sockets) socket.destroy()
    },
    accept() {
      refused = null
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
