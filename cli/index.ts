#!/usr/bin/env bun
import { watchInterrupts } from './terminal/interrupts.ts'
import { runProgram } from './program.ts'

watchInterrupts()
// `head` and the like close the pipe early: EPIPE is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
const exit = await runProgram(process.argv.slice(2))
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
process.exit(exit)
