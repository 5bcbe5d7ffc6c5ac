import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { AppError } from '../platform/errors.ts'
import { connect, type ClientOptions, type SmtpServer } from './smtpConnection.ts'

/** Connections of this process to one server. */
export const CONNECTIONS_MAX = 8
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
  /** Connects again instead. Throws like `connect`. */
  reopen(): Promise<MailConnection>
}

/**
 * nodemailer's own pool is not used: it sends a mail again by itself when a connection ends, without saying whether the
 * server had the message already.
 */
interface Pool {
  connect: () => Promise<SMTPConnection>
  /** Number of connections in use or kept. */
  open: number
  /** How many may be open: fewer than `CONNECTIONS_MAX` when the server accepted no more. */
  limit: number
  kept: { smtp: SMTPConnection; sent: number; timer: NodeJS.Timeout }[]
  waiting: { retry: () => void; fail: (error: unknown) => void }[]
}

/** By server and login. */
const pools = new Map<string, Pool>()

/**
 * Returns a kept connection to the server, else a new one. While `CONNECTIONS_MAX` are open, or fewer but the server
 * accepts no further one, waits for one of these. Throws like `connect` when none is open and none can be made.
 */
export async function takeConnection(server: SmtpServer, options: ClientOptions): Promise<MailConnection> {
  const { host, port, security, user, password } = server
  const key = JSON.stringify([host, port, security, user, password, options])
  const pool = pools.get(key) ?? {
    connect: () => connect(server, options),
    open: 0,
    limit: CONNECTIONS_MAX,
    kept: [],
    waiting: [],
  }
  pools.set(key, pool)
  for (;;) {
    const kept = takeKept(pool)
    if (kept !== undefined) return toConnection(pool, kept)
    if (pool.open < pool.limit) {
      pool.open += 1
      try {
        return toConnection(pool, { smtp: await pool.connect(), sent: 0 })
      } catch (error) {
        pool.open -= 1
        if (pool.open === 0) {
          failAll(pool, error)
          throw error
        }
        pool.limit = pool.open
      }
    }
    await new Promise<void>((retry, fail) => pool.waiting.push({ retry, fail }))
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
    if (pool.open === 0) pool.limit = CONNECTIONS_MAX
    // A new connection may be possible now.
    for (const { retry } of pool.waiting.splice(0)) retry()
  }
  return {
    smtp,
    sent,
    close: () => end('close'),
    async reopen() {
      smtp.close()
      const again = await pool.connect().catch((error: unknown) => {
        end('close')
        throw error
      })
      return toConnection(pool, { smtp: again, sent: 0 })
    },
    release() {
      if (smtp.destroyed) return end('close')
      if (sent + 1 >= MESSAGES_MAX) return end('quit')
      const kept = { smtp, sent: sent + 1, timer: setTimeout(expire, IDLE_MS) }
      // A process that ends does not wait for it.
      kept.timer.unref()
      pool.kept.push(kept)
      pool.waiting.shift()?.retry()
      function expire() {
        pool.kept = pool.kept.filter((one) => one !== kept)
        end('quit')
      }
    },
  }
}

/** Throws for all that wait. Without the cause of the error, so that one refusal by the server is counted once. */
function failAll(pool: Pool, error: unknown): void {
  pool.limit = CONNECTIONS_MAX
  const failure = error instanceof AppError ? new AppError(error.code, error.message) : error
  for (const { fail } of pool.waiting.splice(0)) fail(failure)
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
