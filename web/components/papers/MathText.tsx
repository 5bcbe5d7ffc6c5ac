import { Fragment, useEffect, useRef, useState, type CSSProperties } from 'react'
import type { Segment } from '#api/contract/papers.ts'
import { afterPaint } from '../../shared/afterPaint.ts'
import { TEX_ATTRIBUTE } from '../../shared/copyFormulas.ts'

interface MathTextProps {
  segments: readonly Segment[]
  /** Shown if `segments` is empty. */
  text?: string
}

/** Text with formulas. KaTeX is loaded for the first formula. Until it is loaded, and if it fails, the TeX is shown. */
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

/** Characters. A formula in a line that may be wider than a title on a phone scrolls in a box of its own. */
const NARROW_MAX = 24

/** With its bottom on that of the line, the box of a formula has its baseline on that of the text. */
const styleOf = (tex: string, display: boolean): CSSProperties => {
  const scrolled = { maxWidth: '100%', overflowX: 'auto', overflowY: 'hidden' } as const
  if (display) return { display: 'block', ...scrolled }
  return tex.length <= NARROW_MAX
    ? { whiteSpace: 'nowrap' }
    : { display: 'inline-block', verticalAlign: 'bottom', whiteSpace: 'nowrap', ...scrolled }
}

/** Characters. Longer formulas are shown as TeX, because rendering them could block the page. */
const TEX_MAX = 2_000

function Formula({ tex, display }: { tex: string; display: boolean }) {
  const container = useRef<HTMLSpanElement>(null)
  const [failedTex, setFailedTex] = useState<string | null>(null)

  useEffect(() => {
    let cancelled = false
    if (tex.length > TEX_MAX) return
    const draw = async () => {
      const { renderFormula } = await import('./formula.ts')
      if (!cancelled && container.current) renderFormula(tex, display, container.current)
    }
    // On an unknown command or a failed import, the TeX is shown.
    const cancel = afterPaint(() => void draw().catch(() => cancelled || setFailedTex(tex)))
    return () => {
      cancelled = true
      cancel()
    }
  }, [tex, display])

  const copied = { [TEX_ATTRIBUTE]: display ? `$$${tex}$$` : `$${tex}$` }
  if (failedTex === tex || tex.length > TEX_MAX)
    return (
      <code translate="no" {...copied}>
        {tex}
      </code>
    )
  return (
    <span ref={container} translate="no" {...copied} style={styleOf(tex, display)}>
      {tex}
    </span>
  )
}
