/** In ms of CPU. The budget of a search keeps it far below this. */
const CPU_MS = 100
/** In ms, of a search on a busy machine or a slow disk, from its start on. */
const PATIENCE_MS = 3_000

/** The time that one search may take, from the construction on. */
export class SearchTime {
  readonly #cpuEndsAt: number
  readonly #endsAt: number

  constructor(cpuLimitMs = CPU_MS) {
    this.#cpuEndsAt = cpuMs() + cpuLimitMs
    this.#endsAt = performance.now() + Math.max(cpuLimitMs, PATIENCE_MS)
  }

  isOver(): boolean {
    return cpuMs() >= this.#cpuEndsAt || performance.now() >= this.#endsAt
  }
}

/** CPU time of this thread in ms: what other programs take on a busy machine says nothing about a search. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
