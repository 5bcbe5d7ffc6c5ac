/**
 * A hash over the documents of a collection that does not depend on their order, which differs between the members of a
 * cluster: all SHA-256 of documents, added with exclusive or. No two are equal, because each document has an id.
 */
export class CollectionHash {
  readonly #sum = new Uint8Array(32)
  readonly #one = new Uint8Array(32)
  #count = 0

  add(document: Uint8Array): void {
    Bun.SHA256.hash(document, this.#one)
    for (const [index, byte] of this.#one.entries()) this.#sum[index] = (this.#sum[index] ?? 0) ^ byte
    this.#count += 1
  }

  get count(): number {
    return this.#count
  }

  /** In hexadecimal. */
  get value(): string {
    return this.#sum.toHex()
  }
}
