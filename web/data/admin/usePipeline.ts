import { useSWRConfig } from 'swr'
import type { PipelineTest } from '#api/contract/admin.ts'
import type { Job } from '#api/contract/jobs.ts'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** Starts work by hand. Each call throws ApiError; "already-running" carries the open run's id. */
export function usePipeline() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const admin = client.admin

  const started = async (call: Promise<Job>): Promise<Job> => {
    const job = await call
    void mutate((key) => Array.isArray(key) && key[0] === 'admin')
    return job
  }

  return {
    fetchAll: (input: { category?: string; days_back: number }) =>
      started(unwrap(admin['fetch-all-sources'].post(input))),
    fetchArxiv: (input: { query: string; max_results: number }) => started(unwrap(admin['fetch-arxiv'].post(input))),
    processPapers: () => started(unwrap(admin['process-papers'].post())),
    wipeAndRefetch: () => started(unwrap(admin['wipe-and-refetch'].post({ confirm: 'wipe' }))),
    loadSamples: () => started(unwrap(admin['load-samples'].post())),
    sendTopPapers: (input: { user_id: string; limit: number }) => started(unwrap(admin['send-top-papers'].post(input))),
    testPipeline: (): Promise<PipelineTest> => unwrap(admin['test-pipeline'].get()),
  }
}
