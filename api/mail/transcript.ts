import type { ExternalLogger } from 'nodemailer/lib/shared'

/**
 * Returns a logger for nodemailer that passes each line of the SMTP session to `onLine` as "C: …" or "S: …". Client
 * lines from AUTH until the server's final reply are masked.
 */
export function createTranscript(onLine: (line: string) => void): ExternalLogger {
  let masking = false
  const logLine = (entry: unknown, ...words: unknown[]) => {
    const { tnx } = (entry ?? {}) as { tnx?: string }
    if (tnx !== 'client' && tnx !== 'server') return
    for (const line of String(words[0] ?? '').split(/\r?\n/)) {
      if (tnx === 'server') {
        const isChallenge = line.startsWith('334')
        onLine(`S: ${isChallenge ? '334 ***' : line}`)
        if (!isChallenge) masking = false
        continue
      }
      const [, mechanism] = /^AUTH (\S+)/i.exec(line) ?? []
      if (mechanism !== undefined) masking = true
      onLine(`C: ${mechanism === undefined ? (masking ? '***' : line) : `AUTH ${mechanism} ***`}`)
    }
  }
  return {
    level: () => undefined,
    trace: logLine,
    debug: logLine,
    info: logLine,
    warn: logLine,
    error: logLine,
    fatal: logLine,
  }
}
