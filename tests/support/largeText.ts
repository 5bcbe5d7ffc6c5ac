/* oxlint-disable unicorn/consistent-function-scoping -- the function is sent to the page with all that it needs. */
/**
 * What is wrong with the page when its text is twice as large as the browser's default, as a sentence each: icons that do
 * not grow, labels of fields that cover the text of the field or are not in its middle when it is empty, and controls that
 * are too small for their text or reach out of the part of the page that shows them. Runs in the
 * page, which must have no transitions, and restores the size of the text.
 */
export function findFaultsOfLargeText(): string[] {
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const describe = (element: Element) => {
    const text = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
    return `${element.nodeName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${text.slice(0, 40)}"`
  }
  const icons = [...document.querySelectorAll('svg.MuiSvgIcon-root, svg.icon')].filter(isVisible)
  const switches = [...document.querySelectorAll('.MuiSwitch-root')].filter(isVisible)
  const switchWidths = switches.map((element) => element.getBoundingClientRect().width)
  const widths = icons.map((icon) => icon.getBoundingClientRect().width)

  const root = document.documentElement
  root.style.fontSize = '200%'
  const faults: string[] = []
  for (const [index, icon] of icons.entries()) {
    if (icon.getBoundingClientRect().width < 1.9 * widths[index]!)
      faults.push(`An icon does not grow: ${describe(icon)} in ${describe(icon.parentElement!)}`)
  }
  for (const [index, element] of switches.entries()) {
    if (element.getBoundingClientRect().width < 1.9 * switchWidths[index]!)
      faults.push(`A switch does not grow: ${describe(element.parentElement!)}`)
  }
  for (const label of document.querySelectorAll('.MuiInputLabel-shrink')) {
    const field = label.closest('.MuiFormControl-root')?.querySelector('input, textarea, [role="combobox"]')
    if (!field || !isVisible(label)) continue
    const textTop = field.getBoundingClientRect().top + parseFloat(getComputedStyle(field).paddingTop)
    if (label.getBoundingClientRect().bottom > textTop + 1) faults.push(`A label covers its field: ${describe(label)}`)
  }
  for (const label of document.querySelectorAll('.MuiInputLabel-outlined:not(.MuiInputLabel-shrink)')) {
    const field = label.parentElement!.querySelector('.MuiOutlinedInput-root:not(.MuiInputBase-multiline)')
    const middleOf = (element: Element) => element.getBoundingClientRect().top + element.clientHeight / 2
    if (field && isVisible(label) && Math.abs(middleOf(label) - middleOf(field)) > 4)
      faults.push(`A label is not in the middle of its field: ${describe(label)}`)
  }
  const isCutOff = (control: Element) => {
    const { right } = control.getBoundingClientRect()
    for (let part = control.parentElement; part; part = part.parentElement) {
      const { overflowX, contentVisibility } = getComputedStyle(part)
      if (overflowX === 'auto' || overflowX === 'scroll') return false
      const clips = overflowX !== 'visible' || contentVisibility === 'auto'
      if (clips && right > part.getBoundingClientRect().right + 1) return true
    }
    return right > innerWidth + 1
  }
  for (const control of document.querySelectorAll('button, a.button, .MuiButtonBase-root, .chip, .MuiChip-root')) {
    const { overflow } = getComputedStyle(control)
    const isTooSmall = control.scrollWidth > control.clientWidth + 2 || control.scrollHeight > control.clientHeight + 2
    if (isVisible(control) && overflow !== 'visible' && isTooSmall)
      faults.push(`A control cuts off its text: ${describe(control)}`)
  }
  for (const control of document.querySelectorAll('.button, .MuiButton-root, .MuiIconButton-root'))
    if (isVisible(control) && isCutOff(control)) faults.push(`A control is cut off: ${describe(control)}`)
  root.style.fontSize = ''
  return faults
}
