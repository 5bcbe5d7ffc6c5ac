/** Whether `text` is a calendar day written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  // `Date` parses the 30th of February as the 2nd of March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}
