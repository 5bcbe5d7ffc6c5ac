import type { Job } from '../../contract/jobs.ts'
import { findAddresses } from '../../store/readers/users.ts'

/** Adds to each job the address of the user who requested it. */
export async function nameRequesters(jobs: readonly Job[]): Promise<Job[]> {
  const addresses = await findAddresses([...new Set(jobs.map(({ requested_by }) => requested_by))])
  return jobs.map((job) => {
    const requester = addresses.get(job.requested_by)
    return requester === undefined ? job : { ...job, requester }
  })
}
