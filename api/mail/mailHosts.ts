import { invalidField } from '../platform/errors.ts'
import { resolveHost } from '../platform/resolveHost.ts'

declare const checked: unique symbol
/**
 * An IP address that `resolveMailHost` has checked. The connecting functions accept only this type, so that a host name
 * cannot be passed unchecked.
 */
export type MailServerIp = string & { readonly [checked]: true }

/** Ports that a production site may send mail to: SMTP, submission with implicit TLS, with STARTTLS, and 2525. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525])

/** Throws "invalid-input" for a port that is not one of the mail ports, unless private networks are allowed. */
export function checkMailPort(port: number, allowPrivate: boolean): void {
  if (!allowPrivate && !MAIL_PORTS.has(port))
    throw invalidField('port', 'Mail can be sent to the ports 25, 465, 587 and 2525.')
}

/** As `resolveHost`; the result can be passed to the functions that connect. */
export const resolveMailHost = async (
  host: string,
  options: { allowPrivate: boolean; limitMs: number },
): Promise<MailServerIp> => (await resolveHost(host, options)) as MailServerIp
