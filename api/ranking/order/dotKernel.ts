/** Inner products of 8-bit vectors; every address is in bytes from the start of the memory. */
export interface DotKernel {
  /**
   * Writes the inner product of the vector at `query` with each of `count` rows to `out`, as 32-bit integers. `rows` is
   * the address of the 32-bit numbers of the rows, `base` the address of row 0; a row has 16 * `blocks` bytes.
   * `count` and `blocks` are at least 1.
   */
  dot: (query: number, rows: number, count: number, blocks: number, base: number, out: number) => void
  /**
   * The same for `QUERIES` vectors at once, of which each block of a row is read and widened only once. At `queries` are
   * 16-bit numbers: of each block the 16 of the first query, then those of the second, and so on. Writes the products of
   * a row next to each other.
   */
  dotAll: (queries: number, rows: number, count: number, blocks: number, base: number, out: number) => void
}

export const QUERIES = 4

const I32 = 0x7f
const V128 = 0x7b
const EMPTY = 0x40
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
/** Below 64, or two bytes of signed LEB128. */
const constant = (value: number) => (value < 64 ? [0x41, value] : [0x41, (value & 0x7f) | 0x80, value >> 7])
const add = [0x6a]
const multiply = [0x6c]
const lessThan = [0x49]
const shiftLeft = [0x74]
const load32 = [0x28, 2, 0]
const store32 = [0x36, 2, 0]
const store32At = (offset: number) => [0x36, 2, offset]
const loop = (...body: number[][]) => [0x03, EMPTY, ...body.flat(), 0x0b]
const continueIf = [0x0d, 0]
const load128 = [0xfd, 0x00, 0, 0]
const load128At = (offset: number) => [0xfd, 0x00, 0, offset]
const zero128 = [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0)]
const extendLow = [0xfd, 0x87, 0x01]
const extendHigh = [0xfd, 0x88, 0x01]
const dotPairs = [0xfd, 0xba, 0x01]
const add32x4 = [0xfd, 0xae, 0x01]
const lane = (index: number) => [0xfd, 0x1b, index]

const [QUERY, ROWS, COUNT, BLOCKS, BASE, OUT, ROW, BLOCK, LEFT, RIGHT, SUM, X, Y, SUMS] = Array(
  14,
).keys() as unknown as number[]
const queries = [...Array(QUERIES).keys()]

/** The address of the row whose number `ROWS` points to: base + number * blocks * 16. */
const rowAddress = [get(BASE!), get(ROWS!), load32, get(BLOCKS!), multiply, constant(4), shiftLeft, add].flat()
const advance = (local: number, bytes: number) => [...get(local), ...constant(bytes), ...add, ...set(local)]
const increment = (local: number) => [...get(local), ...constant(1), ...add, ...tee(local)]
const halves = (extend: number[]) => [...get(X!), ...extend, ...get(Y!), ...extend, ...dotPairs]

const body = [
  loop(
    zero128, set(SUM!), constant(0), set(BLOCK!), get(QUERY!), set(LEFT!), rowAddress, set(RIGHT!),
    loop(
      get(LEFT!), load128, set(X!), get(RIGHT!), load128, set(Y!),
      get(SUM!), halves(extendLow), add32x4, halves(extendHigh), add32x4, set(SUM!),
      advance(LEFT!, 16), advance(RIGHT!, 16),
      increment(BLOCK!), get(BLOCKS!), lessThan, continueIf,
    ),
    get(OUT!), get(SUM!), lane(0), get(SUM!), lane(1), add, get(SUM!), lane(2), add, get(SUM!), lane(3), add, store32,
    advance(OUT!, 4), advance(ROWS!, 4),
    increment(ROW!), get(COUNT!), lessThan, continueIf,
  ),
  [0x0b],
].flat() // prettier-ignore

const sumOf = (query: number) => SUMS! + query
const product = (half: number, offset: number) => [...get(half), ...get(LEFT!), ...load128At(offset), ...dotPairs]
const laneSum = (local: number) => [0, 1, 2, 3].flatMap((at) => [...get(local), ...lane(at), ...(at > 0 ? add : [])])

const bodyOfAll = [
  loop(
    queries.flatMap((query) => [...zero128, ...set(sumOf(query))]),
    constant(0), set(BLOCK!), get(QUERY!), set(LEFT!), rowAddress, set(RIGHT!),
    loop(
      get(RIGHT!), load128, set(SUM!), get(SUM!), extendLow, set(X!), get(SUM!), extendHigh, set(Y!),
      queries.flatMap((query) => [
        ...get(sumOf(query)), ...product(X!, 32 * query), ...add32x4, ...product(Y!, 32 * query + 16), ...add32x4,
        ...set(sumOf(query)),
      ]),
      advance(LEFT!, 32 * QUERIES), advance(RIGHT!, 16),
      increment(BLOCK!), get(BLOCKS!), lessThan, continueIf,
    ),
    queries.flatMap((query) => [...get(OUT!), ...laneSum(sumOf(query)), ...store32At(4 * query)]),
    advance(OUT!, 4 * QUERIES), advance(ROWS!, 4),
    increment(ROW!), get(COUNT!), lessThan, continueIf,
  ),
  [0x0b],
].flat() // prettier-ignore

const ascii = (text: string) => [text.length, ...Buffer.from(text)]
/** Unsigned LEB128. */
const sized = (bytes: number[]): number[] =>
  bytes.length < 0x80 ? [bytes.length, ...bytes] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7, ...bytes]
const section = (id: number, ...content: number[]) => [id, ...sized(content)]

/** The module, written instruction by instruction: the runtime has no assembler. 128-bit SIMD. */
// prettier-ignore
const bytes = Uint8Array.from([
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, 1, 0x60, 6, I32, I32, I32, I32, I32, I32, 0),
  ...section(2, 1, ...ascii('e'), ...ascii('m'), 2, 0, 1),
  ...section(3, 2, 0, 0),
  ...section(7, 2, ...ascii('dot'), 0, 0, ...ascii('dotAll'), 0, 1),
  ...section(10, 2, ...sized([2, 4, I32, 3, V128, ...body]), ...sized([2, 4, I32, 3 + QUERIES, V128, ...bodyOfAll])),
])

let compiled: WebAssembly.Module | undefined

/** Returns the kernel over a memory. Compiles once per process. */
export function openDotKernel(memory: WebAssembly.Memory): DotKernel {
  compiled ??= new WebAssembly.Module(bytes)
  return new WebAssembly.Instance(compiled, { e: { m: memory } }).exports as unknown as DotKernel
}
