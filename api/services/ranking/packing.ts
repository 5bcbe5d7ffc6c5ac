const ARRAYS = { Uint8Array, Int8Array, Uint16Array, Uint32Array, Float32Array, Float64Array }
type ArrayName = keyof typeof ARRAYS
type Placed = { $array: ArrayName; at: number; length: number }

/** Every array begins at a multiple of this, as typed arrays demand. */
const ALIGNED = 8
const align = (bytes: number) => Math.ceil(bytes / ALIGNED) * ALIGNED

/**
 * Packs a value of plain objects and typed arrays as binary: the length of a JSON text, the text with the positions of
 * the arrays, then the arrays as they are in memory (little-endian on every machine that the product runs on).
 */
export function packValue(value: object): Uint8Array {
  const arrays: { view: ArrayBufferView; at: number }[] = []
  let end = 0
  const json = JSON.stringify(value, (_key, inner: unknown) => {
    if (!ArrayBuffer.isView(inner)) return inner
    const at = end
    arrays.push({ view: inner, at })
    end = align(end + inner.byteLength)
    const array = inner as Uint8Array
    return { $array: array.constructor.name as ArrayName, at, length: array.length } satisfies Placed
  })
  const text = new TextEncoder().encode(json)
  const from = align(4 + text.length)
  const packed = new Uint8Array(from + end)
  new DataView(packed.buffer).setUint32(0, text.length, true)
  packed.set(text, 4)
  for (const { view, at } of arrays)
    packed.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), from + at)
  return packed
}

/** Restores what `packValue` packed. The arrays share the memory of `packed`. */
export function unpackValue<Value>(packed: ArrayBuffer): Value {
  const length = new DataView(packed).getUint32(0, true)
  const from = align(4 + length)
  return JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length)), (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || !('$array' in inner)) return inner
    const { $array, at, length: size } = inner as Placed
    return new ARRAYS[$array](packed, from + at, size)
  }) as Value
}
