import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { connect, type ClientOptions, type SmtpServer } from './connection.ts'

/** Servers commonly close a connection after some hundred messages. */
const MESSAGES_MAX = 100
/** How long an unused connection is kept, in ms. */
const IDLE_MS = 2_000

/** A connection to a mail server, signed in, that sends one mail at a time. */
export interface MailConnection {
  readonly smtp: SMTPConnection
  /** Number of mails sent before. */
  readonly sent: number
  /** Keeps the connection for the next mail. Call this after a mail that was accepted, else `close`. */
  release(): void
  close(): void
}

/**
 * nodemailer's own pool is not used: it sends a mail again by itself when a connection ends, without saying whether the
 * server had the message already.
 */
interface Pool {
  /** Number of connections in use or kept. */
  open: number
  kept: { smtp: SMTPConnection; sent: number; timer: NodeJS.Timeout }[]
  waiting: (() => void)[]
}

/** By server and login. */
const pools = new Map<string, Pool>()

/**
 * Returns a kept connection to the server, else a new one. When the server accepts no further connection while this
 * process has some, waits for one of these. Throws like `connect`.
 */
export async function takeConnection(server: SmtpServer, options: ClientOptions): Promise<MailConnection> {
  const { host, port, security, user, password } = server
  const key = JSON.stringify([host, port, security, user, password, options])
  const pool = pools.get(key) ?? { open: 0, kept: [], waiting: [] }
  pools.set(key, pool)
  for (;;) {
    const kept = takeKept(pool)
    if (kept !== undefined) return toConnection(pool, kept)
    pool.open += 1
    try {
      return toConnection(pool, { smtp: await connect(server, options), sent: 0 })
    } catch (error) {
      pool.open -= 1
      if (pool.open === 0) {
        wakeAll(pool)
        throw error
      }
      await new Promise<void>((resolve) => pool.waiting.push(resolve))
    }
  }
}

function takeKept(pool: Pool): { smtp: SMTPConnection; sent: number } | undefined {
  for (;;) {
    const kept = pool.kept.pop()
    if (kept === undefined) return undefined
    clearTimeout(kept.timer)
    if (!kept.smtp.destroyed) return kept
    pool.open -= 1
  }
}

function toConnection(pool: Pool, { smtp, sent }: { smtp: SMTPConnection; sent: number }): MailConnection {
  const end = (how: 'quit' | 'close') => {
    pool.open -= 1
    smtp[how]()
    // A new connection may be possible now; without any, those that wait throw.
    wakeAll(pool)
  }
  return {
    smtp,
    sent,
    close: () => end('close'),
    release() {
      if (smtp.destroyed) return end('close')
      if (sent + 1 >= MESSAGES_MAX) return end('quit')
      const kept = { smtp, sent: sent + 1, timer: setTimeout(expire, IDLE_MS) }
      // A process that ends does not wait for it.
      kept.timer.unref()
      pool.kept.push(kept)
      pool.waiting.shift()?.()
      function expire() {
        pool.kept = pool.kept.filter((one) => one !== kept)
        end('quit')
      }
    },
  }
}

function wakeAll(pool: Pool): void {
  for (const wake of pool.waiting.splice(0)) wake()
}

/** Closes the kept connections. */
export function closeConnections(): void {
  for (const pool of pools.values())
    for (const { smtp, timer } of pool.kept.splice(0)) {
      clearTimeout(timer)
      pool.open -= 1
      smtp.quit()
    }
}
