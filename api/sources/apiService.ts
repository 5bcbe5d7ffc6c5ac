import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { now } from '../platform/clock.ts'
import { cleanLine } from '../text/clean.ts'
import { decodeUtf8, type FetchedResponse } from './boundedFetch.ts'
import { gapOfHost, noSettings, type ClientOptions } from './clientOptions.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetcher.ts'
import { MaybeText } from './jsonRecords.ts'
import { withOptionalKey } from './optionalKey.ts'
import { createTest, type Probe } from './probes.ts'
import {
  clearAccepted,
  isLeftOut,
  KEY_REFUSED,
  rememberRefusedKeys,
  type ReadKey,
  type RefusedKeys,
} from './refusedKeys.ts'
import type { SentResponse } from './requestSender.ts'
import type { Source } from './source.ts'

/** A service with one API, as its folder describes it. */
interface Service extends Pick<FetcherOptions, 'retries'> {
  id: string
  name: string
  /** Its own hosts, which want at least `gapMinMs` between two requests. */
  host: RegExp
  gapMinMs: number
  key?: Source['key']
  /** The headers that carry a key. */
  keyHeaders?: (key: string) => Readonly<Record<string, string>>
  /** Also without a key, where one is optional. */
  requestsPerDay?: number
  probe: Probe
}

/** Shorter than those of arXiv: these services are made for many requests. */
const RETRIES = { tries: 4, basePauseMs: 2_000, pauseMaxMs: 60_000 }
/** In characters. What is shorter is no key, but can be a part of any text. */
const KEY_MIN = 8

/** What the operator sets for a service with one API. */
export interface ServiceOptions extends Omit<ClientOptions, 'gapMs'> {
  apiUrl: string
  contactEmail: string
  /** Default: what the hosts of the service want. */
  gapMs?: number
}

/** How a service with one API is asked. */
export interface ApiService {
  fetcher: Fetcher
  /** The address of `path` ("/works") with these parameters. */
  addressOf(path: string, parameters?: Readonly<Record<string, string>>): Promise<URL>
  /** The parts of a source that do not depend on what it can do. */
  base: Pick<Source, 'id' | 'name' | 'defaults' | 'shortestGap' | 'test' | 'key' | 'findRefusedKey'>
}

/**
 * Creates the client of a service. Its key is in headers of requests to the host that it was saved for alone, and never in
 * an address.
 */
export function createApiService(
  { id, name, host, gapMinMs, key, keyHeaders, requestsPerDay, probe, retries }: Service,
  {
    apiUrl,
    gapMs = gapMinMs,
    contactEmail,
    readSettings = noSettings,
    refusedKeys = rememberRefusedKeys(),
    ...options
  }: ServiceOptions,
): ApiService {
  const shortestGap = (addresses: Iterable<string>): number => gapOfHost(addresses, host, gapMinMs)
  const readBase = async () => (await readSettings()).addresses['api'] ?? apiUrl
  const readSavedKey = async (origin: string): Promise<string | undefined> => {
    const settings = await readSettings()
    const isItsHost = new URL(settings.addresses['api'] ?? apiUrl).origin === origin
    return isItsHost ? settings.key : undefined
  }
  /** The saved key, unless the service refuses it and answers without one. */
  const readSentKey = async (origin: string): Promise<string | undefined> => {
    const saved = await readSavedKey(origin)
    const isWithout = key === 'optional' && saved !== undefined && isLeftOut(await refusedKeys.find(saved, origin))
    return isWithout ? undefined : saved
  }
  /** How requests are sent, with the key that `readKey` returns for an origin. `refused` keeps what becomes of it. */
  function sendWith(readKey: ReadKey, refused?: RefusedKeys) {
    let sentKey: string | undefined
    let sentTo = ''
    /** The last answer was accepted only to be asked for again without the key. */
    let isUnproven = false
    const sending: FetcherOptions = {
      ...options,
      retries: { ...RETRIES, ...retries, ...options.retries },
      ...(requestsPerDay !== undefined && { requestsPerDay }),
      async takeFromBudget(most) {
        const { origin } = new URL(await readBase())
        const [saved, sent] = await Promise.all([readSavedKey(origin), readKey(origin)])
        return (await options.takeFromBudget?.(most, saved !== undefined && sent === undefined)) ?? 0
      },
      name,
      slotKey: id,
      userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
      gapMs: async ({ href }) => Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href])),
      async headers({ origin }) {
        sentTo = origin
        sentKey = await readKey(origin)
        return sentKey === undefined ? {} : (keyHeaders?.(sentKey) ?? {})
      },
      // A service can repeat a key that it refuses: it must not come into messages of failures and rejected entries.
      decode(bytes) {
        const text = decodeUtf8(bytes)
        if (sentKey === undefined || sentKey.length < KEY_MIN) return text
        return { ...text, body: text.body.replaceAll(sentKey, '…') }
      },
      async describeRefusal(answer) {
        const said = messageIn(answer)
        if (said === null) return null
        if (answer.status === 400) return said === '' ? null : `answers 400: ${said.replace(/\.$/, '')}`
        if (key === undefined || ![401, 403].includes(answer.status)) return null
        // Where it answers without a key, 403 is about the request.
        if (sentKey === undefined && key === 'optional' && answer.status === 403) return null
        if (sentKey === undefined) return `answers only with a key (${answer.status})`
        // It is sent with the next request again: some services refuse a request for other reasons in the same way.
        await refused?.record(sentKey, answer.address.origin, now())
        return `${KEY_REFUSED} (${answer.status})`
      },
      async onRequestSucceeded(host) {
        if (isUnproven) return
        options.onRequestSucceeded?.(host)
        if (sentKey !== undefined) await refused?.clear(sentKey, sentTo)
      },
      origins: [],
    }
    const refusedKeyOf = (answer: SentResponse): string | undefined => {
      isUnproven = sentKey !== undefined && [401, 403].includes(answer.status) && messageIn(answer) !== null
      return isUnproven ? sentKey : undefined
    }
    return { sending, refusedKeyOf }
  }
  const { sending, refusedKeyOf } = sendWith(readSentKey, refusedKeys)
  const fetcher = createFetcher(sending)
  return {
    fetcher: key === 'optional' ? withOptionalKey(fetcher, { refusedKeyOf, isRefusedToo, refusedKeys }) : fetcher,
    async addressOf(path, parameters = {}) {
      const address = new URL((await readBase()).replace(/\/+$/, '') + path)
      for (const [parameter, value] of Object.entries(parameters)) address.searchParams.set(parameter, value)
      return address
    },
    base: {
      id,
      name,
      defaults: { gapMs, addresses: { api: apiUrl }, ...(requestsPerDay !== undefined && { requestsPerDay }) },
      shortestGap,
      async test(addresses, { signal, key: typed }) {
        const readKey: ReadKey = typed === undefined ? readSavedKey : async () => typed
        const results = await createTest(sendWith(readKey).sending, { api: probe })(addresses, { signal })
        await clearAccepted(results, readKey, refusedKeys)
        return results
      },
      ...(key !== undefined && {
        key,
        findRefusedKey({ addresses, key: saved, findRefusal }) {
          const refusal = saved === undefined ? null : findRefusal(saved, new URL(addresses['api'] ?? apiUrl).origin)
          if (refusal === null || key === 'required')
            return refusal && { ...refusal, effect: 'requests to it fail', failure: KEY_REFUSED }
          const most = requestsPerDay === undefined ? '' : ` (at most ${requestsPerDay} a day)`
          return { ...refusal, effect: `requests go without it${most}` }
        },
      }),
    },
  }
}

/** It refuses a request without a key, as it would refuse a key. */
const isRefusedToo = (answer: SentResponse): boolean => answer.status === 403 && messageIn(answer) !== null

const Refusal = Type.Object({ error: MaybeText, message: MaybeText })
/** In characters. A longer body is none that says why a request was refused. */
const REFUSAL_MAX = 4_000
const MESSAGE_MAX = 200

/** What a service says about a request that it refuses; null for the page of another server, such as a proxy. */
function messageIn({ body }: FetchedResponse): string | null {
  if (body.length > REFUSAL_MAX) return null
  try {
    const refusal: unknown = JSON.parse(body)
    if (!Value.Check(Refusal, refusal)) return null
    return cleanLine(refusal.message || refusal.error || '', MESSAGE_MAX)
  } catch {
    // Recovered: the status alone is said.
    return null
  }
}
