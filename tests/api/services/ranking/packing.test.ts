import { expect, test } from 'bun:test'
import { packValue, unpackValue } from '#api/services/ranking/packing.ts'

test('values with typed arrays of any kind and length are the same after packing', () => {
  const value = {
    state: 'trained',
    bias: -0.25,
    none: null,
    names: ['Ödön', ''],
    nested: { bytes: new Uint8Array([1, 2, 3]), signed: new Int8Array([-1]), empty: new Float32Array(0) },
    ids: new Uint32Array([0, 2 ** 32 - 1]),
    values: new Float64Array([Math.PI]),
    // A part of a larger memory.
    part: new Float32Array([1, 2, 3, 4]).subarray(1, 3),
  }
  const packed = packValue(value)
  expect(unpackValue<typeof value>(packed.buffer as ArrayBuffer)).toEqual(value)
})
