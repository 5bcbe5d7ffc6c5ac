import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    // Menus of MUI are lists with the role of a menu: their items may be links.
    elements: ['html5', { ul: { inherit: 'ul', permittedContent: ['@script', 'li', 'a'] } }],
    rules: {
      'aria-label-misuse': ['error', { allowAnyNamable: true }],
      'element-permitted-content': 'error',
      'element-permitted-occurrences': 'error',
      'element-permitted-order': 'error',
      'element-permitted-parent': 'error',
      'element-required-ancestor': 'error',
      'element-required-content': 'error',
      'input-missing-label': 'error',
      'multiple-labeled-controls': 'error',
      'no-dup-attr': 'error',
      'no-dup-id': 'error',
      'no-missing-references': 'error',
    },
  }),
)

/**
 * Returns what is wrong in the HTML of a page: elements at places where the HTML standard does not allow them, ids that
 * occur twice or not at all, names that assistive technologies ignore.
 */
export async function findInvalidHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line }) => `${ruleId}: ${message}, in ${html.split('\n')[line - 1]?.slice(0, 300)}`,
    ),
  )
}
