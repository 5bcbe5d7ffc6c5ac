import { setDefaultTimeout } from 'bun:test'

// The time limit of every test and hook; bunfig.toml preloads this file. A hang still ends, and a machine ten times
// slower than usual passes. No test sets a limit of its own.
setDefaultTimeout(300_000)
