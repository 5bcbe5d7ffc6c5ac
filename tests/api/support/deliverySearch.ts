import { findModel } from '#api/embedding/delivery/modelFiles.ts'
import type { PinnedModel, PinnedRuntime } from '#api/embedding/delivery/pinned.ts'
import { findRuntime } from '#api/embedding/delivery/runtimeFiles.ts'

export interface Search {
  model?: PinnedModel
  runtime?: PinnedRuntime
  options?: { folder?: string; projectFolder?: string }
  cacheFolder: string
}

/** Looks for the files of a model or a runtime. Returns the path, or the message of the failure, and the report. */
export async function search({ model, runtime, options, cacheFolder }: Search) {
  const lines: string[] = []
  const { signal } = new AbortController()
  const all = { ...options, cacheFolder, report: (line: string) => lines.push(line), signal }
  const path = model ? findModel(all, model) : findRuntime(all, runtime)
  return { found: await path.catch((error: Error) => error.message), lines }
}
