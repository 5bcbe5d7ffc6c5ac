/** Replaces the escapes of an address. With a percent sign that is no escape, the text is not encoded and stays as it is. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
