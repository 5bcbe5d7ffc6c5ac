/** The bytes of a binary field as read by the driver, in memory of their own, so that they can be read as numbers. */
export const bytesOf = (binary: unknown): ArrayBuffer =>
  new Uint8Array((binary as { buffer: Uint8Array }).buffer).buffer
