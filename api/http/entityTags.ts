import { createHash } from 'node:crypto'

/** The entity tag of a body: a weak one, because the compressed variants have the same tag (RFC 9110, 8.8.1). */
export const weakTag = (body: Uint8Array): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Whether the client has the body with this tag already (If-None-Match, compared weakly; RFC 9110, 13.1.2). */
export function hasTag(request: Request, tag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',')
  return known?.some((one) => one.trim() === '*' || withoutWeakness(one.trim()) === withoutWeakness(tag)) ?? false
}

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')
