#!/usr/bin/env bun
import { watchInterrupts } from './terminal/interrupts.ts'
import { exitWhenWritten, watchClosedPipes } from './terminal/exit.ts'
import { runProgram } from './program.ts'

watchInterrupts()
watchClosedPipes()
await exitWhenWritten(await runProgram(process.argv.slice(2)))
