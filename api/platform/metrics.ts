import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/**
 * The metrics of this process, in Prometheus' text form. A label takes one of a few known values: never an id, an
 * address or text from outside, since each value is a time series that Prometheus keeps.
 */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })
const registers = [metrics]

/**
 * How an attempt at a job can end. `postponed`: the source is left alone for now; `taken-over`: another worker claimed the
 * job after the lease had expired.
 */
export type JobOutcome =
  | 'succeeded'
  | 'partial'
  | 'failed'
  | 'retried'
  | 'postponed'
  | 'put-back'
  | 'cancelled'
  | 'taken-over'
/** `deferred`: temporarily rejected, will be retried; `refused`: permanently rejected by the server. */
export type MailOutcome = 'sent' | 'deferred' | 'refused' | 'suppressed' | 'uncertain'

/** Buckets in seconds for work that a user waits for. */
const FAST = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const httpRequests = new Counter({
  name: 'paperdawn_http_requests_total',
  help: 'HTTP requests by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  registers,
})
export const httpSeconds = new Histogram({
  name: 'paperdawn_http_request_seconds',
  help: 'HTTP request duration in seconds, by method and route.',
  labelNames: ['method', 'route'],
  buckets: FAST,
  registers,
})

export const jobAttempts = new Counter({
  name: 'paperdawn_jobs_total',
  help: 'Finished attempts at jobs, by kind and outcome.',
  labelNames: ['kind', 'outcome'],
  registers,
})
export const jobSeconds = new Histogram({
  name: 'paperdawn_job_seconds',
  help: 'Duration of attempts at jobs, by kind.',
  labelNames: ['kind'],
  buckets: [0.1, 1, 5, 15, 60, 300, 900, 3_600],
  registers,
})

export const jobsDue = new Gauge({
  name: 'paperdawn_jobs_due',
  help: 'Jobs, parts of jobs included, that could run now and wait for a worker. The same in all processes.',
  registers,
})
export const jobsDueSeconds = new Gauge({
  name: 'paperdawn_jobs_due_seconds',
  help: 'How long the job that has waited longest for a worker could have run, in seconds. The same in all processes.',
  registers,
})

export const recordsRead = new Counter({
  name: 'paperdawn_source_records_read_total',
  help: 'Records read from sources, the rejected ones included.',
  labelNames: ['source'],
  registers,
})
export const recordsStored = new Counter({
  name: 'paperdawn_source_records_stored_total',
  help: 'Papers of sources that were stored because they were new or changed.',
  labelNames: ['source'],
  registers,
})
export const recordsRejected = new Counter({
  name: 'paperdawn_source_records_rejected_total',
  help: 'Records of sources that could not be parsed and were quarantined.',
  labelNames: ['source'],
  registers,
})
export const sourceFailures = new Counter({
  name: 'paperdawn_source_failures_total',
  help: 'Requests to sources that failed, repeated ones included, by class of the cause.',
  labelNames: ['source', 'cause'],
  registers,
})
export const breakerOpen = new Gauge({
  name: 'paperdawn_source_breaker_open',
  help:
    '1 from the failure that opened the circuit breaker of a host to its next success, else 0. ' +
    'Absent before the first failure.',
  labelNames: ['source', 'host'],
  registers,
})

export const deliveryCards = new Histogram({
  name: 'paperdawn_delivery_cards',
  help: 'Cards of a delivery when it was made or extended.',
  buckets: [0, 1, 5, 10, 25, 50, 100, 200, 300],
  registers,
})
export const deliverySeconds = new Histogram({
  name: 'paperdawn_delivery_seconds',
  help: 'Time to rank and store the cards of one delivery.',
  buckets: FAST,
  registers,
})

export const tasteFits = new Counter({
  name: 'paperdawn_taste_fits_total',
  help: 'Fits of readers’ models, by the state of the model.',
  labelNames: ['state'],
  registers,
})
export const tasteFitSeconds = new Histogram({
  name: 'paperdawn_taste_fit_seconds',
  help: 'Time to read the actions of a reader and to fit and store the model.',
  buckets: FAST,
  registers,
})

export const mails = new Counter({
  name: 'paperdawn_mails_total',
  help: 'Attempts to send mails of the outbox, by kind and outcome.',
  labelNames: ['kind', 'outcome'],
  registers,
})

export const targetMessages = new Counter({
  name: 'paperdawn_target_messages_total',
  help: 'Attempts to post the messages of a day to the targets of readers, by kind of target and outcome.',
  labelNames: ['kind', 'outcome'],
  registers,
})
export const failingTargets = new Gauge({
  name: 'paperdawn_targets_failing',
  help: 'Targets of readers whose newest message was not accepted, by kind. The same in all processes.',
  labelNames: ['kind'],
  registers,
})

export const readersWithoutMail = new Gauge({
  name: 'paperdawn_readers_without_mail',
  help: 'Readers whose newest digest, or welcome mail, did not reach them, by cause. The same in all processes.',
  labelNames: ['cause'],
  registers,
})

export const indexLag = new Gauge({
  name: 'paperdawn_search_index_lag_papers',
  help: 'Stored changes of papers that the search index of this process does not contain yet.',
  registers,
})

export const embeddingSeconds = new Histogram({
  name: 'paperdawn_embedding_text_seconds',
  help: 'Time to encode a text, the wait for others included, by kind of text.',
  labelNames: ['kind'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
  registers,
})
export const embeddingFailures = new Counter({
  name: 'paperdawn_embedding_failures_total',
  help: 'Texts, or batches of texts, that could not be encoded, by kind of text.',
  labelNames: ['kind'],
  registers,
})
export const papersWithoutVector = new Gauge({
  name: 'paperdawn_papers_without_vector',
  help: 'Stored papers that the embedding model has not encoded yet. Absent while the embedding is off.',
  registers,
})

/** Creates each series of `counter` with 0: Prometheus' `increase()` misses the first increment of a new series. */
export function startAtZero<Label extends string>(
  counter: Counter<Label>,
  series: readonly Record<Label, string>[],
): void {
  for (const labels of series) counter.inc(labels, 0)
}
