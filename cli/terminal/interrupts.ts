import { EXIT } from './failures.ts'

const exitAtOnce = () => {
  process.stderr.write('\n')
  process.exit(EXIT.interrupted)
}
let handle: () => void = exitAtOnce

/** Installs the Ctrl+C handler: exits with 130 unless a command has set its own handler. */
export function watchInterrupts(): void {
  process.on('SIGINT', () => handle())
}

/** Calls `handler` on Ctrl+C until the result is disposed. */
export function handleInterrupts(handler: () => void): Disposable {
  handle = handler
  return {
    [Symbol.dispose]() {
      handle = exitAtOnce
    },
  }
}
