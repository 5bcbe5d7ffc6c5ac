/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`

/**
 * A quoted cell. An apostrophe before the signs with which formulas begin keeps spreadsheets from running the text, see
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const toCell = (text: string) => `"${(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
