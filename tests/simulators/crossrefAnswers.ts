/** Answers that Crossref gives in place of the right one. */
export type CrossrefFault =
  | 'rate-limited'
  | 'unavailable'
  | 'blocked'
  | 'html'
  | 'truncated'
  | 'wrong-doi'
  | 'other-json'
  | 'foreign-404'
  | 'redirect-inside'
  | 'ended-cursor'
  | 'hang'

const html = { 'content-type': 'text/html' }
const json = { 'content-type': 'application/json' }

/** By fault, with the value of `Retry-After` if there is one. */
export const CROSSREF_FAULTS: Readonly<Record<Exclude<CrossrefFault, 'hang'>, (retryAfter?: string) => Response>> = {
  'rate-limited': (retryAfter) =>
    new Response(
      '<html><body><h1>429 Too Many Requests</h1>\nYou have sent too many requests in a given amount of time.\n</body></html>\n',
      {
        status: 429,
        headers: { ...html, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
      },
    ),
  unavailable: (retryAfter) =>
    new Response(
      '<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n',
      {
        status: 503,
        headers: { ...html, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
      },
    ),
  blocked: () => new Response('<html><body><h1>403 Forbidden</h1></body></html>\n', { status: 403, headers: html }),
  html: () => new Response('<!doctype html><title>Maintenance</title>', { headers: html }),
  truncated: () => new Response('{"status":"ok","message-type":"work","message":{"DOI":"10.5555/', { headers: json }),
  'wrong-doi': () =>
    Response.json({
      status: 'ok',
      'message-type': 'work',
      message: { DOI: '10.5555/other', title: ['Another paper'] },
    }),
  'other-json': () => Response.json({ status: 'ok', 'message-type': 'member-list', message: { items: [] } }),
  'foreign-404': () => new Response('<html>Not here</html>', { status: 404, headers: html }),
  'ended-cursor': () =>
    Response.json(
      {
        status: 'failed',
        'message-type': 'resource-failure',
        message: [{ type: 'cursor-invalid', value: '…', message: 'Cursor specified but it is invalid' }],
      },
      { status: 404 },
    ),
  'redirect-inside': () =>
    new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }),
}

/** The fields that a list can be limited to. Any other one is refused. */
export const SELECTS: readonly string[] = (
  'abstract URL resource member posted score created degree update-policy short-title license ISSN container-title ' +
  'issued update-to issue prefix approved indexed article-number clinical-trial-number accepted author group-title DOI ' +
  'is-referenced-by-count updated-by event chair standards-body original-title funder translator published archive ' +
  'published-print alternative-id subject subtitle published-online publisher-location content-domain reference title ' +
  'link type publisher volume references-count ISBN issn-type assertion deposited page content-created ' +
  'short-container-title relation editor'
).split(' ')
