import { createInterface } from 'node:readline'
import { EXIT, Failure } from './failures.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const BACKSPACES = new Set(['\u007F', '\b'])

/** Whether standard input and standard error are a terminal. */
export const isInteractive = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY)

/** Reads one line from the terminal; resolves with an empty string if the input was closed. */
export function askLine(question: string): Promise<string> {
  process.stderr.write(question)
  return new Promise((resolve) => {
    // In readline's terminal mode Ctrl+C would not raise SIGINT.
    const lines = createInterface({ input: process.stdin, terminal: false })
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => resolve(''))
  })
}

/** Reads one line without echoing it. */
export function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  // Before the question: what is typed as soon as it appears must not be echoed.
  stdin.setRawMode(true)
  stderr.write(question)
  return new Promise((resolve) => {
    let typed = ''
    const end = () => {
      stdin.off('data', read)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
    }
    const read = (bytes: Buffer) => {
      for (const character of bytes.toString('utf8')) {
        if (character === CTRL_C) {
          end()
          process.exit(EXIT.interrupted)
        }
        if (character === '\r' || character === '\n' || character === CTRL_D) {
          end()
          resolve(typed)
          return
        }
        typed = BACKSPACES.has(character) ? [...typed].slice(0, -1).join('') : typed + character
      }
    }
    stdin.on('data', read)
    stdin.resume()
  })
}

/** Calls `act` when Enter is pressed, until the result is disposed. */
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

/** Returns standard input without its last line break. Throws `usage` if it is a terminal or empty. */
export async function readPiped(what: string): Promise<string> {
  if (process.stdin.isTTY)
    throw new Failure('usage', `The ${what} is read from standard input.`, {
      advice: `Pipe the ${what} into this command.`,
    })
  const text = (await Bun.stdin.text()).replace(/\r?\n$/, '')
  if (text === '')
    throw new Failure('usage', `Standard input contained no ${what}.`, {
      advice: `Pipe the ${what} into this command.`,
    })
  return text
}
