import { createHash } from 'node:crypto'

/** Content encodings of the files of the web app, the preferred one first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Returns the preferred one of the `available` encodings that the client accepts (RFC 9110, 12.5.3); undefined if none. */
export function chooseEncoding<Available extends string>(
  request: Request,
  available: readonly Available[],
): Available | undefined {
  const accepted = new Set(
    (request.headers.get('accept-encoding') ?? '')
      .split(',')
      .map((part) => part.split(';').map((text) => text.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  )
  return available.find((name) => accepted.has(name))
}

/** The entity tag of a body: a weak one, because the compressed variants have the same tag (RFC 9110, 8.8.1). */
export const weakTag = (body: Uint8Array): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Whether the client has the body with this tag already (If-None-Match, compared weakly; RFC 9110, 13.1.2). */
export function hasTag(request: Request, tag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',')
  return known?.some((one) => one.trim() === '*' || withoutWeakness(one.trim()) === withoutWeakness(tag)) ?? false
}

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')
