/** Full-window loading indicator. */
export function FullScreenSpinner() {
  return (
    <main id="main" className="full-screen" aria-busy="true">
      <progress className="spinner" aria-label="Loading" />
    </main>
  )
}
