import { Fragment, useEffect, useRef, useState } from 'react'
import type { Segment } from '#api/contract/papers.ts'

interface MathTextProps {
  segments: readonly Segment[]
  /** Shown instead of `segments` where those are missing. */
  text?: string
}

/** Text with formulas. KaTeX loads when the first formula is shown; until then, and where it fails, the TeX stands there. */
export function MathText({ segments, text = '' }: MathTextProps) {
  if (segments.length === 0) return text
  return segments.map((segment, index) => {
    const key = `${index}`
    return 'text' in segment ? (
      <Fragment key={key}>{segment.text}</Fragment>
    ) : (
      <Formula key={key} tex={segment.tex} display={segment.display} />
    )
  })
}

/** Longer formulas stay TeX: rendering them could hold up the page (guarantees: at most 2 KB each). */
const TEX_MAX = 2_000

function Formula({ tex, display }: { tex: string; display: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const [failedTex, setFailedTex] = useState<string | null>(null)

  useEffect(() => {
    let gone = false
    if (tex.length > TEX_MAX) return
    const draw = async () => {
      const { renderFormula } = await import('./formula.ts')
      if (!gone && place.current) renderFormula(tex, display, place.current)
    }
    // Unknown commands and parts that cannot be loaded alike: the TeX itself is readable.
    draw().catch(() => gone || setFailedTex(tex))
    return () => {
      gone = true
    }
  }, [tex, display])

  if (failedTex === tex || tex.length > TEX_MAX) return <code translate="no">{tex}</code>
  return (
    <span
      ref={place}
      translate="no"
      style={display ? { display: 'block', overflowX: 'auto', overflowY: 'hidden' } : { whiteSpace: 'nowrap' }}
    >
      {tex}
    </span>
  )
}
