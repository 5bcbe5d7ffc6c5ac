/** Saves `text` as a file with this name in the browser's folder for downloads. */
export function downloadText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
