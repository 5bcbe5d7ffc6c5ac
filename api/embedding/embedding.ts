import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import { log } from '../platform/log.ts'
import { embeddingFailures, embeddingSeconds } from '../platform/metrics.ts'
import { openHttpProvider } from './httpProvider.ts'
import { openLocalProvider } from './local/localProvider.ts'
import type { EmbeddingProvider } from './provider.ts'

/** Pauses in ms between attempts to open the provider; the last one repeats. */
const DELAYS_MS = [60_000, 600_000, 3_600_000]

export type EmbeddingState =
  /** `chosen`: by the setting; otherwise it failed, and is tried again by itself. */
  | { state: 'off'; why: string; chosen: boolean }
  | { state: 'fetching' }
  /** `problem`: why the last text could not be encoded; null after a success. */
  | { state: 'ready'; provider: EmbeddingProvider; problem: string | null }

export interface Embedding {
  current(): EmbeddingState
  /** Ends a download in progress and the provider; no process and no incomplete file is left. */
  stop(): Promise<void>
}

interface Options {
  /** Receives a line per step of the first attempt. */
  report: (line: string) => void
  open?: (
    config: Config['embedding'],
    options: Pick<Options, 'report'> & { signal: AbortSignal },
  ) => Promise<EmbeddingProvider>
  delaysMs?: readonly number[]
}

/**
 * Opens the provider of the settings in the background: nothing waits for it. After a failure it is off, says why, and is
 * tried again later.
 */
export function startEmbedding(
  config: Config['embedding'],
  { report, open = openProvider, delaysMs = DELAYS_MS }: Options,
): Embedding {
  let state: EmbeddingState = config.off
    ? { state: 'off', why: 'PAPERDAWN_EMBEDDING is off', chosen: true }
    : { state: 'fetching' }
  const stopping = new AbortController()
  const { signal } = stopping

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const line = failures === 0 ? report : (text: string) => log.info(text)
        state = { state: 'ready', provider: observed(await open(config, { report: line, signal })), problem: null }
        return
      } catch (error) {
        if (signal.aborted) return
        const why = error instanceof AppError ? error.message : `It failed: ${String(error)}`
        state = { state: 'off', why, chosen: false }
        // Recovered: search and ranking use words, and it is tried again.
        log.warn({ error }, 'the embedding is off')
        if (failures === 0) report(`embedding: off. ${why} Search and ranking use words.`)
      }
      await sleep(delaysMs[Math.min(failures, delaysMs.length - 1)], undefined, { signal }).catch(() => undefined)
    }
  }

  /** Measures the provider, and records its last problem in the state. */
  function observed(provider: EmbeddingProvider): EmbeddingProvider {
    const setProblem = (problem: string | null) => {
      state = { state: 'ready', provider: watched, problem }
    }
    const watched: EmbeddingProvider = {
      ...provider,
      async embed(texts, options) {
        const { kind } = options
        const started = performance.now()
        try {
          const vectors = await provider.embed(texts, options)
          embeddingSeconds.observe({ kind }, (performance.now() - started) / 1000 / Math.max(1, texts.length))
          setProblem(null)
          return vectors
        } catch (error) {
          if (options.signal.aborted) throw error
          embeddingFailures.inc({ kind })
          setProblem(error instanceof Error ? error.message : String(error))
          throw error
        }
      },
    }
    return watched
  }

  const running = config.off ? Promise.resolve() : run()
  return {
    current: () => state,
    async stop() {
      stopping.abort()
      await running
      if (state.state === 'ready') await state.provider.close()
    },
  }
}

function openProvider(
  { server, folder }: Config['embedding'],
  options: { report: (line: string) => void; signal: AbortSignal },
): Promise<EmbeddingProvider> {
  return server === undefined ? openLocalProvider({ ...options, folder }) : openHttpProvider(server, options.signal)
}
