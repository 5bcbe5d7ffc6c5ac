import { Cron } from 'croner'
import { now } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import { requestMessageRetries, requestMessages } from '../services/connections/dayMessages.ts'
import {
  FETCH_TIMES,
  requestCatchUp,
  requestDigests,
  requestExpectedFetch,
  requestMissingFetch,
  requestUncoveredFetch,
} from '../services/schedule/schedule.ts'
import { requestBackup } from '../services/backup/backups.ts'
import { ENRICHMENT_TIMES, requestEnrichment } from '../services/enrichment/enrich.ts'
import { NOTICE_TIMES, requestNotices } from '../services/enrichment/readNotices.ts'
import { requestFeedVisits } from '../services/ingestion/feedVisits.ts'
import { requestVenueReadings } from '../services/ingestion/venueReadings.ts'
import { watchHealth } from '../services/health/alarms.ts'
import { requestZoteroSyncs } from '../services/zotero/syncSchedule.ts'
import { continueErasures } from '../services/privacy/erasure.ts'
import type { Product } from '../services/product.ts'
import { requestTextRenewal } from '../services/ingestion/renewTexts.ts'
import { requestPreparation } from '../services/ranking/prepareRanking.ts'

const TICK_MS = 5_000

export interface Rule {
  name: string
  /** Cron patterns, in `zone`. */
  when: readonly string[]
  zone: string
  /** Also run when the process starts, for times that passed while it was off. */
  atStart: boolean
  request(product: Product): Promise<void>
}

const { zone, expected, catchUp, missing } = FETCH_TIMES
/**
 * Every job that is queued by the clock. Erasures are no jobs: a job would keep a trace of them. Neither are the checks
 * behind alarms: they are many, and their messages are in the outbox.
 */
export const rules: readonly Rule[] = [
  { name: 'announcement', when: expected, zone, atStart: true, request: requestExpectedFetch },
  { name: 'missing days', when: missing, zone, atStart: true, request: requestMissingFetch },
  { name: 'new categories', when: ['* * * * *'], zone: 'UTC', atStart: false, request: requestUncoveredFetch },
  { name: 'feeds', when: ['*/5 * * * *'], zone: 'UTC', atStart: true, request: requestFeedVisits },
  { name: 'venues', when: ['*/5 * * * *'], zone: 'UTC', atStart: true, request: requestVenueReadings },
  { name: 'enrichment', when: ENRICHMENT_TIMES, zone: 'UTC', atStart: true, request: requestEnrichment },
  { name: 'notices', when: NOTICE_TIMES, zone: 'UTC', atStart: true, request: requestNotices },
  { name: 'catching up', when: catchUp, zone, atStart: false, request: requestCatchUp },
  { name: 'digests', when: ['0,30 * * * *'], zone: 'UTC', atStart: true, request: requestDigests },
  { name: 'messages', when: ['0,30 * * * *'], zone: 'UTC', atStart: true, request: requestMessages },
  { name: 'messages again', when: ['* * * * *'], zone: 'UTC', atStart: false, request: requestMessageRetries },
  { name: 'alarms', when: ['*/5 * * * *'], zone: 'UTC', atStart: false, request: watchHealth },
  { name: 'ranking', when: ['5,35 * * * *'], zone: 'UTC', atStart: true, request: requestPreparation },
  { name: 'texts', when: ['20 * * * *'], zone: 'UTC', atStart: true, request: requestTextRenewal },
  { name: 'libraries at Zotero', when: ['* * * * *'], zone: 'UTC', atStart: true, request: requestZoteroSyncs },
  { name: 'backup', when: ['0 * * * *'], zone: 'UTC', atStart: true, request: requestBackup },
  { name: 'erasures', when: ['* * * * *'], zone: 'UTC', atStart: true, request: () => continueErasures() },
]

/**
 * Queues jobs when they are due by the product's clock. Any number of schedulers may run: an open job is not queued
 * again. Never throws; a request that failed is repeated at its next scheduled time.
 */
export function startScheduler(product: Product, { tickMs = TICK_MS } = {}): { stop(): Promise<void> } {
  const crons = rules.flatMap((rule) =>
    rule.when.map((pattern) => ({ rule, cron: new Cron(pattern, { timezone: rule.zone, paused: true }) })),
  )
  let lastTick = now()
  let requests = run(rules.filter(({ atStart }) => atStart))

  const timer = setInterval(() => {
    const at = now()
    const due = crons.filter(({ cron }) => {
      const next = cron.nextRun(lastTick)
      return next !== null && next <= at
    })
    lastTick = at
    if (due.length > 0) requests = requests.then(() => run(due.map(({ rule }) => rule)))
  }, tickMs)

  async function run(due: readonly Rule[]): Promise<void> {
    for (const { name, request } of due) {
      try {
        await request(product)
      } catch (error) {
        log.warn({ error, rule: name }, 'a scheduled job could not be queued')
      }
    }
  }

  return {
    async stop() {
      clearInterval(timer)
      await requests
    },
  }
}
