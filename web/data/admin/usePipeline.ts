import { useSWRConfig } from 'swr'
import type { PipelineTest } from '#api/contract/admin.ts'
import type { Job } from '#api/contract/jobs.ts'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** Admin calls that start jobs. Each throws ApiError; "already-running" has the open job's id as `jobId`. */
export function usePipeline() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const admin = client.admin

  const refreshAfter = async (call: Promise<Job>): Promise<Job> => {
    const job = await call
    void mutate((key) => Array.isArray(key) && key[0] === 'admin')
    return job
  }

  return {
    fetchAll: (input: { category?: string; source?: string; days_back: number }) =>
      refreshAfter(unwrap(admin['fetch-all-sources'].post(input))),
    fetchArxiv: (input: { query: string; max_results: number }) =>
      refreshAfter(unwrap(admin['fetch-arxiv'].post(input))),
    processPapers: () => refreshAfter(unwrap(admin['process-papers'].post())),
    wipeAndRefetch: () => refreshAfter(unwrap(admin['wipe-and-refetch'].post({ confirm: 'wipe' }))),
    loadSamples: () => refreshAfter(unwrap(admin['load-samples'].post())),
    rebuildIndex: () => refreshAfter(unwrap(admin['rebuild-index'].post())),
    sendTopPapers: (input: { user_id: string; limit: number }) =>
      refreshAfter(unwrap(admin['send-top-papers'].post(input))),
    testPipeline: (): Promise<PipelineTest> => unwrap(admin['test-pipeline'].get()),
  }
}
