import { createInterface } from 'node:readline'
import { EXIT, Failure } from './failures.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const BACKSPACES = new Set(['\u007F', '\b'])

/** Whether somebody sits there to answer. */
export const isInteractive = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY)

/** One line from the terminal; empty when it was closed. */
export function askLine(question: string): Promise<string> {
  process.stderr.write(question)
  return new Promise((resolve) => {
    // Not in readline's own terminal mode: there Ctrl+C would not be the signal that it is elsewhere.
    const lines = createInterface({ input: process.stdin, terminal: false })
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => resolve(''))
  })
}

/** One line that is not shown while it is typed. */
export function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  return new Promise((resolve) => {
    let typed = ''
    const end = () => {
      stdin.off('data', read)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
    }
    const read = (bytes: Buffer) => {
      for (const letter of bytes.toString('utf8')) {
        if (letter === CTRL_C) {
          end()
          process.exit(EXIT.interrupted)
        }
        if (letter === '\r' || letter === '\n' || letter === CTRL_D) {
          end()
          resolve(typed)
          return
        }
        typed = BACKSPACES.has(letter) ? [...typed].slice(0, -1).join('') : typed + letter
      }
    }
    stdin.on('data', read)
    stdin.resume()
  })
}

/** Calls `act` when Enter is pressed, until the result is disposed of. */
export function onEnter(act: () => void): Disposable {
  const { stdin } = process
  stdin.on('data', act)
  stdin.resume()
  return {
    [Symbol.dispose]() {
      stdin.off('data', act)
      stdin.pause()
    },
  }
}

/** All of standard input, without the end of its line. Throws "usage" when it is a terminal or empty. */
export async function readPiped(what: string): Promise<string> {
  if (process.stdin.isTTY)
    throw new Failure('usage', `The ${what} is read from standard input.`, { advice: `Pipe the ${what} into it.` })
  const text = (await Bun.stdin.text()).replace(/\r?\n$/, '')
  if (text === '')
    throw new Failure('usage', `Standard input held no ${what}.`, { advice: `Pipe the ${what} into it.` })
  return text
}
