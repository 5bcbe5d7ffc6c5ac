import { EXIT } from './failures.ts'

const stopAtOnce = () => {
  process.stderr.write('\n')
  process.exit(EXIT.interrupted)
}
let handle: () => void = stopAtOnce

/** From now on Ctrl+C ends the program with 130, unless a command took it over. */
export function watchInterrupts(): void {
  process.on('SIGINT', () => handle())
}

/** Hands Ctrl+C to `handler` until the result is disposed of. */
export function handleInterrupts(handler: () => void): Disposable {
  handle = handler
  return {
    [Symbol.dispose]() {
      handle = stopAtOnce
    },
  }
}
