const lines = [
  ['Counting lanterns: a benchmark for noisy night vision', 'matches “night vision”'],
  ['A posteriori bounds for conforming elements on meshes with hanging nodes', 'you follow math.NA'],
  ['Four ways to lose a comet', 'you follow astro-ph.EP'],
] as const

/** Sample of the daily mail. */
export function DigestSample() {
  return (
    <section className="landing-mail" aria-labelledby="mail">
      <div>
        <h2 className="landing-heading" id="mail">
          Or by mail
        </h2>
        <p className="landing-text">
          At the hour you choose, on the days you choose, and only when there is something. One click unsubscribes you.
        </p>
      </div>
      <div className="mail-sample">
        <p className="meta">Friday, 20 November</p>
        <p className="mail-title">34 new papers in 4 categories</p>
        <ol className="mail-lines">
          {lines.map(([title, why]) => (
            <li key={title}>
              <span className="mail-line">{title}</span>
              <div className="meta">{why}</div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
