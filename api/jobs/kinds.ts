import type { JobKind } from '../contract/jobKinds.ts'
import { deliverAll, type DeliverInput } from '../services/delivery/deliverAll.ts'
import { sendDigests } from '../services/mail/digest.ts'
import { fetchPapers, type FetchPapersInput } from '../services/onboarding/fetchPapers.ts'
import { fetchArxiv, type FetchArxivInput } from '../services/ingestion/fetchArxiv.ts'
import { ingest, type IngestInput } from '../services/ingestion/ingestion.ts'
import { processPapers } from '../services/ingestion/processing.ts'
import { resendMails, type ResendMailsInput } from '../services/mail/resendAll.ts'
import { runLookUp, type LookUpInput } from '../services/lookup/runLookUp.ts'
import type { Product } from '../services/product.ts'
import { renewTexts } from '../services/ingestion/renewTexts.ts'
import { loadSamples } from '../services/samples/loadSamples.ts'
import { sendTopPapers, type TopPapersInput } from '../services/mail/topPapers.ts'
import { sendWelcome, type WelcomeInput } from '../services/mail/welcome.ts'
import { prepareRanking } from '../services/taste/prepare.ts'
import { wipeAndRefetch } from '../services/ingestion/wipeAndRefetch.ts'
import type { JobContext, PartialResult } from '../services/jobs/jobContext.ts'

type JobFunction = (product: Product, input: never, run: JobContext) => Promise<PartialResult | undefined | void>

/** The function of each kind of job. Its input was written by the service that queued the job. */
export type Kinds = Readonly<Partial<Record<JobKind, JobFunction>>>

export const kinds = {
  ingest: (product, input: IngestInput, run) => ingest(product, input, run),
  'fetch-arxiv': (product, input: FetchArxivInput, run) => fetchArxiv(product, input, run),
  'fetch-papers': (product, input: FetchPapersInput, run) => fetchPapers(product, input, run),
  'look-up-paper': (product, input: LookUpInput, run) => runLookUp(product, input, run),
  'process-papers': (product, _input, run) => processPapers(product, run),
  deliver: (product, input: DeliverInput, run) => deliverAll(product, input, run),
  'prepare-ranking': (product, _input, run) => prepareRanking(product, run),
  digest: (product, input: { outbox_id?: string }, run) => sendDigests(product, input, run),
  'send-top-papers': (product, input: TopPapersInput, run) => sendTopPapers(product, input, run),
  'send-welcome': (product, input: WelcomeInput, run) => sendWelcome(product, input, run),
  'resend-mails': (product, input: ResendMailsInput, run) => resendMails(product, input, run),
  'wipe-and-refetch': (product, _input, run) => wipeAndRefetch(product, run),
  'load-samples': (product, _input, run) => loadSamples(product, run),
  'renew-texts': (product, _input, run) => renewTexts(product, run),
} satisfies Record<JobKind, JobFunction>
