interface Api {
  handle(request: Request): Promise<Response> | Response
}

const bodies = {
  503: { code: 'unavailable', message: 'The database does not answer.', request_id: 'r-503' },
  429: { code: 'rate-limited', message: 'Too many requests. Wait a moment.', request_id: 'r-429', retry_after: 20 },
}

/** `api` whose reads of the paths that end with `end` fail with `status`, from `fail` on until `heal`. */
export function failing(api: Api, end: string, status: keyof typeof bodies = 503) {
  let isFailing = true
  return {
    fail: () => void (isFailing = true),
    heal: () => void (isFailing = false),
    handle: (request: Request): Promise<Response> | Response =>
      isFailing && request.method === 'GET' && new URL(request.url).pathname.endsWith(end)
        ? Response.json({ error: bodies[status] }, { status })
        : api.handle(request),
  }
}
