/** Full-window loading indicator. */
export function FullScreenSpinner() {
  return (
    <main id="main" className="full-screen" aria-busy="true">
      <span className="spinner" role="progressbar" aria-label="Loading" />
    </main>
  )
}
