/** Mixes the bits of a 32-bit number, by A. Appleby's MurmurHash3 finaliser. */
function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Returns a 32-bit hash of a text: FNV-1a over its UTF-16 units, mixed. The same in every process and version. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

/** Returns the hash of an ordered pair of hashes. */
export const hashPair = (one: number, other: number): number => mix(Math.imul(one, 0x9e3779b1) ^ ((other << 1) | 1))
