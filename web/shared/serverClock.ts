/** Milliseconds by which the server's clock is ahead of this machine's. Accurate to a second. */
let aheadMs = 0

/** Takes the time of the server from the `Date` header of one of its responses. */
export function readServerClock(response: Response): void {
  const at = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(at)) aheadMs = at - Date.now()
}

/** The current time of the server, so that the age of its data is right on a machine whose clock is wrong. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)
