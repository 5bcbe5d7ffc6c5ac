import type { Command } from 'commander'
import type { Runner } from '../client/context.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addBackfill } from './backfill.ts'
import { addDays } from './days.ts'
import { addDuplicates } from './duplicates.ts'
import { addNotices } from './notices.ts'
import { addEmail } from './email.ts'
import { addFetchAll } from './fetchAll.ts'
import { addFetchArxiv } from './fetchArxiv.ts'
import { addHealth } from './health.ts'
import { addJobs } from './jobs.ts'
import { addOutbox } from './outbox.ts'
import { addQuarantine } from './quarantine.ts'
import { addRanking } from './ranking.ts'
import { addSendTopPapers } from './sendTopPapers.ts'
import { addSources } from './sources.ts'
import { addLoadSamples, addProcess, addRebuildIndex } from './startJobs.ts'
import { addStats } from './stats.ts'
import { addSuppressions } from './suppressions.ts'
import { addTestPipeline } from './testPipeline.ts'
import { addUsers } from './users.ts'
import { addWipe } from './wipe.ts'

export function addAdmin(program: Command, run: Runner): void {
  const admin = program.command('admin').description('Run the service; for admins.')
  addSources(admin, run)
  addHealth(admin, run)
  addDays(admin, run)
  addStats(admin, run)
  addRanking(admin, run)
  addProcess(admin, run)
  addTestPipeline(admin, run)
  addRebuildIndex(admin, run)
  addFetchAll(admin, run)
  addBackfill(admin, run)
  addFetchArxiv(admin, run)
  addWipe(admin, run)
  addSendTopPapers(admin, run)
  addLoadSamples(admin, run)
  addBackup(admin, run)
  addUsers(admin, run)
  addEmail(admin, run)
  addJobs(admin, run)
  addOutbox(admin, run)
  addSuppressions(admin, run)
  addQuarantine(admin, run)
  addDuplicates(admin, run)
  addNotices(admin, run)
  addAudit(admin, run)
}
