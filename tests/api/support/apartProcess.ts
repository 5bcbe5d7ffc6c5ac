import { appendFileSync, existsSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { answerCalls } from '#api/platform/apartProgram.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

// The program of the tests of `Apart`. It writes each call into the file "calls".
// Arguments: its folder, how long it lives without a call, in ms, and "held" if it waits for the file "start" first.

export type Input = 'describe' | 'wait' | 'die' | 'grow' | 'throw' | (string & {})

export interface Description {
  pid: number
  parts: string[]
  niceness: number
  env: Record<string, string | undefined>
}

const [, , folder = '', idleMs, start] = process.argv
const kept: Uint8Array[] = []
/** Resolves when the file exists. */
const once = (name: string) => waitUntil(() => existsSync(join(folder, name)))

if (start === 'held') await once('start')

answerCalls(
  async (input: Input, parts: string[]): Promise<Description> => {
    appendFileSync(join(folder, 'calls'), `${input} ${process.pid}\n`)
    if (input === 'wait') await once('go')
    if (input === 'die') process.kill(process.pid, 'SIGKILL')
    if (input === 'grow') {
      kept.push(new Uint8Array(200 * 1024 * 1024).fill(1))
      await once('go')
    }
    if (input === 'throw') throw new SyntaxError('no such word')
    return { pid: process.pid, parts, niceness: getPriority(), env: process.env }
  },
  idleMs === undefined ? {} : { idleMs: Number(idleMs) },
)
