/** A key, drawn like a key cap. */
export function Key({ children }: { children: string }) {
  return <kbd className="key">{children}</kbd>
}
