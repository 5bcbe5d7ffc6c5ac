import { setDefaultTimeout } from 'bun:test'
import { TEST_LIMIT_MS } from './longRun.ts'

// The time limit of every test and hook; bunfig.toml preloads this file. A hang still ends, and a machine ten times
// slower than usual passes. No test sets a limit of its own.
setDefaultTimeout(TEST_LIMIT_MS)
