import type { JobKind } from '../contract/jobKinds.ts'
import { sendMessages, type MessagesInput } from '../services/connections/dayMessages.ts'
import { makeBackup } from '../services/backup/backups.ts'
import { deliverAll, type DeliverInput } from '../services/delivery/deliverAll.ts'
import { sendDigests } from '../services/digests/digest.ts'
import { fetchPapers, type FetchPapersInput } from '../services/imports/fetchPapers.ts'
import { fetchArxiv, type FetchArxivInput } from '../services/ingestion/fetchArxiv.ts'
import { ingest } from '../services/ingestion/ingestion.ts'
import { enrich, type EnrichInput } from '../services/enrichment/enrich.ts'
import { readNotices, type NoticesInput } from '../services/enrichment/readNotices.ts'
import { visitFeeds } from '../services/ingestion/feedVisits.ts'
import { readVenues } from '../services/ingestion/venueReadings.ts'
import type { IngestInput } from '../services/ingestion/ingestCheckpoint.ts'
import { processPapers } from '../services/ingestion/processing.ts'
import { resendMails, type ResendMailsInput } from '../services/digests/resendAll.ts'
import { runLookUp, type LookUpInput } from '../services/imports/runLookUp.ts'
import type { Product } from '../services/product.ts'
import { answerAll } from '../services/questions/answerAll.ts'
import { renewTexts } from '../services/ingestion/renewTexts.ts'
import { loadSamples } from '../services/samples/loadSamples.ts'
import { sendTopPapers, type TopPapersInput } from '../services/digests/topPapers.ts'
import { sendWelcome, type WelcomeInput } from '../services/digests/welcome.ts'
import { rebuildIndex } from '../services/search/rebuildIndex.ts'
import { prepareRanking } from '../services/ranking/prepareRanking.ts'
import { wipeAndRefetch } from '../services/ingestion/wipeAndRefetch.ts'
import type { SyncZoteroInput } from '../services/zotero/syncSchedule.ts'
import { syncZotero } from '../services/zotero/syncZotero.ts'
import type { JobContext, PartialResult } from '../services/jobs/jobContext.ts'

export interface JobArguments<Input> {
  product: Product
  /** Was written by the service that queued the job. */
  input: Input
  run: JobContext
}
type JobFunction = (job: JobArguments<never>) => Promise<PartialResult | undefined | void>

/** The function of each kind of job. */
export type Kinds = Readonly<Partial<Record<JobKind, JobFunction>>>

export const kinds = {
  ingest: ({ product, input, run }: JobArguments<IngestInput>) => ingest(product, input, run),
  'fetch-arxiv': ({ product, input, run }: JobArguments<FetchArxivInput>) => fetchArxiv(product, input, run),
  'fetch-papers': ({ product, input, run }: JobArguments<FetchPapersInput>) => fetchPapers(product, input, run),
  'look-up-paper': ({ product, input, run }: JobArguments<LookUpInput>) => runLookUp(product, input, run),
  'process-papers': ({ product, run }) => processPapers(product, run),
  deliver: async ({ product, input, run }: JobArguments<DeliverInput>) => {
    await deliverAll(input, run)
    // The parts of a shared job deliver to some of the readers only.
    if (input.range === undefined) await answerAll(product, input.day, run)
  },
  'prepare-ranking': ({ run }) => prepareRanking(run),
  digest: ({ product, input, run }: JobArguments<{ outbox_id?: string }>) => sendDigests(product, input, run),
  'send-top-papers': ({ product, input, run }: JobArguments<TopPapersInput>) => sendTopPapers(product, input, run),
  'send-welcome': ({ product, input, run }: JobArguments<WelcomeInput>) => sendWelcome(product, input, run),
  'resend-mails': ({ product, input, run }: JobArguments<ResendMailsInput>) => resendMails(product, input, run),
  'send-messages': ({ product, input, run }: JobArguments<MessagesInput>) => sendMessages(product, input, run),
  'wipe-and-refetch': ({ product, run }) => wipeAndRefetch(product, run),
  'load-samples': ({ product, run }) => loadSamples(product, run),
  'rebuild-index': ({ product, run }) => rebuildIndex(product, run),
  'renew-texts': ({ product, run }) => renewTexts(product, run),
  'visit-feeds': ({ product, run }) => visitFeeds(product, run),
  'read-venues': ({ product, run }) => readVenues(product, run),
  'read-notices': ({ product, input, run }: JobArguments<NoticesInput>) => readNotices(product, input, run),
  backup: ({ product, run }) => makeBackup(product, run),
  enrich: ({ product, input, run }: JobArguments<EnrichInput>) => enrich(product, input, run),
  'sync-zotero': ({ product, input, run }: JobArguments<SyncZoteroInput>) => syncZotero(product, input, run),
} satisfies Record<JobKind, JobFunction>
