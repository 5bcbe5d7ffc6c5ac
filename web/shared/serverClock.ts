/** Milliseconds by which the server's clock is ahead of this machine's. Accurate to a second. */
let aheadMs = 0

const dateOf = (response: Response) => Date.parse(response.headers.get('date') ?? '')

/** Takes the time of the server from the `Date` header of one of its responses. */
export function readServerClock(response: Response): void {
  const at = dateOf(response)
  if (!Number.isNaN(at)) aheadMs = at - Date.now()
}

/** When the server answered, as an ISO instant; now if the response does not say so. */
export function answeredAt(response: Response): string {
  const at = dateOf(response)
  return new Date(Number.isNaN(at) ? Date.now() : at).toISOString()
}

/** The current time of the server, so that the age of its data is right on a machine whose clock is wrong. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)
