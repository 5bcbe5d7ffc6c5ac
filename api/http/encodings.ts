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
