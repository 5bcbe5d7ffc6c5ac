import { BlockList, isIP, isIPv6 } from 'node:net'
import { hostname } from 'node:os'

/** Loopback, private, shared, link-local (cloud metadata), documentation, multicast and reserved (IANA registries). */
const privateRanges = new BlockList()
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  // IPv6: with IPv4-compatible and IPv4-translated addresses, protocol assignments (Teredo, ORCHID), 6to4, NAT64,
  // segment routing and site-local addresses.
  '::/96 ::ffff:0:0:0/96 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 64:ff9b::/96 64:ff9b:1::/48 100::/64',
  '100:0:0:1::/64 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
].flatMap((line) => line.split(' '))) {
  const [address = '', bits] = range.split('/')
  privateRanges.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether `address` is in one of `privateRanges`. An IPv4-mapped IPv6 address counts as its IPv4 address. */
export const isPrivateAddress = (address: string): boolean =>
  privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Parses addresses and networks (`10.0.0.5, 10.1.0.0/16, fd00::/8`), separated by commas. Returns undefined when an entry
 * is neither.
 */
export function parseNetworks(text: string): BlockList | undefined {
  const networks = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', bits, ...rest] = entry.split('/')
    const length = isIP(address) === 4 ? 32 : 128
    const isValid =
      isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits ?? '0') && Number(bits ?? 0) <= length
    if (!isValid) return undefined
    networks.addSubnet(address, Number(bits ?? length), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return networks
}

/** Whether one of the networks has the address. Text that is not an address is in none. */
export function isInNetworks(address: string, networks: BlockList): boolean {
  // A dual-stack socket reports the IPv4 peer 10.0.0.5 as ::ffff:10.0.0.5.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) !== 0 && networks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

/** Brands with a domain in many countries: yahoo.com, yahoo.fr, yahoo.co.uk. */
const PUBLIC_BRANDS =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|rocketmail|gmx|yandex|protonmail)\.(com?|net|[a-z]{2}|com?\.[a-z]{2})$/
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set(
  (
    'icloud.com me.com mac.com aol.com mail.com email.com proton.me pm.me tutanota.com tuta.io fastmail.com hey.com ' +
    'zoho.com duck.com web.de t-online.de freenet.de posteo.de mailbox.org orange.fr wanadoo.fr free.fr laposte.net sfr.fr ' +
    'libero.it virgilio.it alice.it tiscali.it seznam.cz wp.pl o2.pl onet.pl interia.pl uol.com.br bol.com.br terra.com.br ' +
    'mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com foxmail.com 163.com 126.com sina.com sohu.com yeah.net naver.com ' +
    'daum.net hanmail.net nate.com rediffmail.com comcast.net verizon.net att.net btinternet.com bluewin.ch'
  ).split(' '),
)

/** Whether anybody can get an address of the domain. As the domain of the admins, it would make everybody one. */
export const isPublicMailDomain = (domain: string): boolean =>
  PUBLIC_BRANDS.test(domain.toLowerCase()) || PUBLIC_DOMAINS.has(domain.toLowerCase())

/** Ends of names that are not in the public DNS: RFC 6761, RFC 6762, RFC 8375, and ICANN's "internal". */
const LOCAL_NAME = /(^|\.)(localhost|local|test|invalid|internal|home\.arpa)$/

/** Whether the host of `url` can be reached by others than this machine and its private network, as far as it says. */
export function isPublicUrl(url: string): boolean {
  const host = hostOfUrl(url)
  if (isIP(host) !== 0) return !isPrivateAddress(host)
  return host.includes('.') && !LOCAL_NAME.test(host)
}

/**
 * Returns the name under which the product introduces itself to mail servers (EHLO): the host of its public address,
 * else this machine's name. An IP address becomes an address literal (RFC 5321, section 4.1.3).
 */
export function ehloNameOf(publicUrl: string): string {
  if (!isPublicUrl(publicUrl)) return hostname()
  const host = hostOfUrl(publicUrl)
  if (isIP(host) === 0) return host
  return isIPv6(host) ? `[IPv6:${host}]` : `[${host}]`
}

/** Without the brackets of an IPv6 address and the trailing dot of a name. */
const hostOfUrl = (url: string) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
