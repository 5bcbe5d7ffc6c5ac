import type { TextFile } from '../services/reading/takeOut.ts'

/** Sets the headers with which browsers save a response as a file. Returns the body. */
export function sendFile(set: { headers: Record<string, unknown> }, { text, name, type }: TextFile): string {
  set.headers['content-type'] = type
  set.headers['content-disposition'] = `attachment; filename="${name}"`
  return text
}
