import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks a question in the terminal and does not show what is typed. Undefined without a terminal. */
export async function askHidden(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  // Only now: what is typed is not shown any more.
  process.stderr.write(question)
  const { promise, resolve } = Promise.withResolvers<string>()
  lines.once('line', resolve)
  lines.once('close', () => resolve(''))
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const answer = await promise
  lines.close()
  process.stderr.write('\n')
  return answer
}
