/**
 * The syntax of image paths and image patterns, as regular expressions that browsers accept too.
 */

const imageSegment = String.raw`[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*`;

/** A path such as `library/nginx` (OCI distribution specification, "name"). */
export const imagePathSource = String.raw`${imageSegment}(?:\/${imageSegment})*`;

/** Characters that a backslash escapes in a pattern. */
const escaped = String.raw`\\[*\{\},]`;
const choice = String.raw`(?:[^\\*\{\},\/]|${escaped})+`;
const patternSegment = String.raw`(?:[^\\*\{\},\/]|${escaped}|\*|\{${choice}(?:,${choice})*\})+`;

/** A pattern such as `tools/{cli,server}`: exactly what image-pattern.ts can read. */
export const imagePatternSource = String.raw`${patternSegment}(?:\/${patternSegment})*`;
