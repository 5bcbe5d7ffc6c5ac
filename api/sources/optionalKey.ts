import type { Fetcher } from './fetcher.ts'
import { nextTry, type RefusedKeys } from './refusedKeys.ts'
import type { SentResponse } from './requestSender.ts'

const REFUSED = Symbol('the key is refused')

interface OptionalKey {
  /** The key that an answer refuses; undefined if it refuses none. */
  refusedKeyOf: (answer: SentResponse) => string | undefined
  /** Whether the answer to a request without a key refuses it, as it would refuse a key. */
  isRefusedToo: (answer: SentResponse) => boolean
  refusedKeys: RefusedKeys
}

/**
 * Sends a request whose key is refused once more, without the key, for a service that answers both. The key is recorded as
 * refused until the next day: the client leaves it out before. It is not if the service refuses the request without it, too.
 */
export function withOptionalKey(fetcher: Fetcher, { refusedKeyOf, isRefusedToo, refusedKeys }: OptionalKey): Fetcher {
  return {
    ...fetcher,
    async get<Page>(address: URL, asking: Parameters<typeof fetcher.get<Page>>[1]): Promise<Page> {
      let refused: { key: string; origin: string } | undefined
      const page = await fetcher.get<Page | typeof REFUSED>(address, {
        ...asking,
        acceptIf: (answer) => refusedKeyOf(answer) !== undefined || asking.acceptIf?.(answer) === true,
        read(answer) {
          const key = refusedKeyOf(answer)
          if (key === undefined) return asking.read(answer)
          refused = { key, origin: answer.address.origin }
          return REFUSED
        },
      })
      if (page !== REFUSED) return page
      if (refused === undefined) throw new Error('no key was refused')
      const { key, origin } = refused
      await refusedKeys.record(key, origin, nextTry())
      let isAccepted = true
      try {
        return await fetcher.get(address, {
          ...asking,
          acceptIf(answer) {
            isAccepted &&= !isRefusedToo(answer)
            return asking.acceptIf?.(answer) === true
          },
        })
      } finally {
        if (!isAccepted) await refusedKeys.clear(key, origin)
      }
    },
  }
}
