import type { ExternalLogger } from 'nodemailer/lib/shared'

/**
 * A logger for nodemailer that tells the lines of a session as "C: …" and "S: …". What is sent from AUTH on until the
 * server has decided is hidden.
 */
export function createTranscript(onLine: (line: string) => void): ExternalLogger {
  let secret = false
  const tell = (entry: unknown, ...words: unknown[]) => {
    const { tnx } = (entry ?? {}) as { tnx?: string }
    if (tnx !== 'client' && tnx !== 'server') return
    for (const line of String(words[0] ?? '').split(/\r?\n/)) {
      if (tnx === 'server') {
        const goesOn = line.startsWith('334')
        onLine(`S: ${goesOn ? '334 ***' : line}`)
        if (!goesOn) secret = false
        continue
      }
      const [, mechanism] = /^AUTH (\S+)/i.exec(line) ?? []
      if (mechanism !== undefined) secret = true
      onLine(`C: ${mechanism === undefined ? (secret ? '***' : line) : `AUTH ${mechanism} ***`}`)
    }
  }
  return { level: () => undefined, trace: tell, debug: tell, info: tell, warn: tell, error: tell, fatal: tell }
}
