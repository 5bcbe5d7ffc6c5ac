/**
 * Parses an ISSN and returns it in the form "9999-9994"; null for any other text, and for one whose check digit is wrong
 * (ISO 3297: weights 8 to 2, modulo 11, X is 10). The hyphen may be missing, and "ISSN" may stand before it.
 */
export function parseIssn(text: string): string | null {
  const [, first, last] = /^(?:e?issn[:\s]*)?(\d{4})-?(\d{3}[\dx])$/i.exec(text.trim()) ?? []
  if (first === undefined || last === undefined) return null
  const digits = [...`${first}${last}`.toUpperCase()].map((digit) => (digit === 'X' ? 10 : Number(digit)))
  const sum = digits.reduce((total, digit, index) => total + digit * (8 - index), 0)
  return sum % 11 === 0 ? `${first}-${last.toUpperCase()}` : null
}
