/**
 * Returns the ORCID iD of a text as it is shown, "0000-0002-1825-0097": bare, with or without hyphens, or in an address of
 * orcid.org. Null for another text, and for an iD with a wrong checksum (ISO 7064 MOD 11-2, as ORCID describes it).
 */
export function parseOrcid(text: string): string | null {
  const digits = FORM.exec(text.replace(/\s/g, ''))?.[1]?.replaceAll('-', '').toUpperCase()
  if (digits === undefined || checkDigitOf(digits.slice(0, -1)) !== digits.at(-1)) return null
  return (digits.match(/.{4}/g) ?? []).join('-')
}

const FORM = /^(?:orcid:|(?:https?:\/\/)?(?:www\.)?orcid\.org\/)?((?:\d{4}-?){3}\d{3}[\dX])\/?$/i

function checkDigitOf(digits: string): string {
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  const rest = (12 - (total % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}
