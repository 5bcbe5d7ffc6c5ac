/** Saves a file with this name in the browser's folder for downloads. */
export function download(content: string | Blob, name: string): void {
  const file = content instanceof Blob ? content : new Blob([content], { type: 'text/plain;charset=utf-8' })
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
