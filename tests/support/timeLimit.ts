import { setDefaultTimeout } from 'bun:test'

// The time limit of every test and hook; bunfig.toml preloads this file. A hang still ends, and a machine ten times
// slower than usual passes. No test sets a limit of its own. A case of the long run lives through weeks, or sends some
// hundred thousand generated values (GENERATED_REQUESTS and the like).
const isLong =
  process.env['WORLD_RUN'] === 'all' ||
  Object.keys(process.env).some((name) => /^(GENERATED_\w+S|CRASHES|DATABASE_FAULTS|STOPS|NETWORK_FAULTS)$/.test(name))
setDefaultTimeout(isLong ? 4 * 3_600_000 : 300_000)
