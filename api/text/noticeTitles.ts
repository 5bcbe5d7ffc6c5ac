/**
 * How titles of notices about other papers begin: "Retraction note: …", "Correction to …". "Retracted article: …" and
 * "[Retracted] …" are not among them: publishers write that before the title of the paper itself.
 */
const NOTICE =
  /^\W*(?:(?:author|publisher)?\s*corrections?|errat(?:um|a)|corrigend(?:um|a)|addendum|retraction|(?:editorial\s+)?expression of concern)(?:\s+(?:note|notice|statement|to|for))?(?:\s*[:.\u2013\u2014]|\s+-\s|\s*$)|^\W*(?:correction|erratum|corrigendum|addendum)\s+(?:to|for)\b/i

/** Titles of what an issue has besides papers. */
const FRONT_MATTER =
  /^(?:issue information|(?:table of )?contents|editorial board|(?:front |back )?cover|(?:inside )?(?:front|back) cover|masthead|announcements?|title page|publication information|author index|subject index|imprint)\b/i

/** Whether a title is that of a notice about another paper: a correction, a retraction, an expression of concern. */
export const isNoticeTitle = (title: string): boolean => NOTICE.test(title)

/** Whether a title without authors is that of a page of an issue, and of no paper: "Editorial Board". */
export const isFrontMatterTitle = (title: string): boolean => FRONT_MATTER.test(title)
