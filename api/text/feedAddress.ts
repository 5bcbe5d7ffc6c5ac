/** Longer addresses are refused. */
const ADDRESS_MAX = 2_048
/** Parameters that say where a visitor came from, and those with which publishers mark the links of their feeds. */
const TRACKERS = /^(?:utm_.*|fbclid|gclid|mc_[ce]id|ref_?src)$/i
const FEED_MARKS: Readonly<Record<string, RegExp>> = { af: /^R$/, rss: /^(?:yes|1|true)$/i, feed: /^rss$/i }
/** Parameters whose value lets only one person read a feed. */
const SECRET =
  /^(?:(?:api|access|auth|private|user|feed|rss)?[-_]?(?:key|token)|auth|secret|pass(?:word)?|pwd|sig(?:nature)?|session(?:id)?)$/i

/**
 * Returns the one form of an address of a feed or a page that is stored and compared: https or http, without user,
 * password, fragment and trackers, the host in punycode. Without a scheme it is https; "feed:" is read as http. Null for
 * any other text, an address with a user or a password, a host that is written as a number in an unusual form, and an
 * address of more than 2,048 characters.
 */
export function canonicalFeedAddress(text: string): string | null {
  const typed = text.trim().replace(/^feed:(?:\/\/)?(?=https?:)/i, '')
  const whole = /^feed:\/\//i.test(typed)
    ? typed.replace(/^feed:/i, 'http:')
    : /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
      ? typed
      : `https://${typed}`
  const url = parseWeb(whole)
  if (url === null || url.username !== '' || url.password !== '' || !hasPlainHost(url, whole)) return null
  return withoutParameters(url, (name) => TRACKERS.test(name))
}

/**
 * Returns the one form of the address of an article in a feed: as `canonicalFeedAddress`, and without the parameters with
 * which publishers mark the links of feeds (`af=R`, `rss=yes`). A relative address is resolved against `base`. Null for
 * an address that is not one of the web.
 */
export function canonicalItemAddress(text: string, base?: string): string | null {
  const url = parseWeb(text.trim(), base)
  if (url === null || url.username !== '' || url.password !== '') return null
  return withoutParameters(
    url,
    (name, value) => TRACKERS.test(name) || FEED_MARKS[name.toLowerCase()]?.test(value) === true,
  )
}

/** Whether an address has a token with which only one person can read the feed: "?key=…". */
export const isPrivateFeedAddress = (address: string): boolean =>
  [...new URL(address).searchParams.keys()].some((name) => SECRET.test(name))

/**
 * Returns the address of a page that a text is, in the form of `canonicalFeedAddress`; null for any other text. The text
 * must have a scheme: words with a dot in them are no address here.
 */
export const canonicalPageAddress = (text: string): string | null =>
  /^https?:\/\/\S+$/i.test(text.trim()) ? canonicalFeedAddress(text) : null

function parseWeb(text: string, base?: string): URL | null {
  if (text.length > ADDRESS_MAX || text === '' || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname !== '' && url.href.length <= ADDRESS_MAX ? url : null
}

/** Whether an IP address is written as such: "0x7f000001" and "2130706433" are names of 127.0.0.1 to a browser. */
function hasPlainHost({ hostname }: URL, written: string): boolean {
  const isIp = /^\d+(?:\.\d+){3}$/.test(hostname)
  return !isIp || written.toLowerCase().includes(`//${hostname}`)
}

/** Without these parameters and the fragment. The others keep their order and their form. */
function withoutParameters(url: URL, isLeftOut: (name: string, value: string) => boolean): string {
  url.hash = ''
  const all = url.search.slice(1).split('&')
  const kept = all.filter((parameter) => {
    const [[name = '', value = ''] = []] = new URLSearchParams(parameter)
    return parameter !== '' && !isLeftOut(name, value)
  })
  url.search = kept.join('&')
  return url.href
}
