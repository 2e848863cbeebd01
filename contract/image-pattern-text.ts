/**
 * What an image path and an image pattern look like, as texts of regular expressions that browsers
 * take too.
 */

const imageSegment = String.raw`[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*`;

/** A path such as `library/nginx` (OCI distribution specification, "name"). */
export const imagePathSource = String.raw`${imageSegment}(?:\/${imageSegment})*`;

/** In a pattern a backslash takes these literally. */
const escaped = String.raw`\\[*\{\},]`;
const choice = String.raw`(?:[^\\*\{\},\/]|${escaped})+`;
const patternSegment = String.raw`(?:[^\\*\{\},\/]|${escaped}|\*|\{${choice}(?:,${choice})*\})+`;

/** A pattern such as `tools/{cli,server}`: exactly what image-pattern.ts can read. */
export const imagePatternSource = String.raw`${patternSegment}(?:\/${patternSegment})*`;
