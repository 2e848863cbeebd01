/** Names that several rules are made of, as texts of regular expressions that browsers take too. */

const alphanumeric = '[a-zA-Z0-9]';

/** Letters, digits and hyphens, first and last alphanumeric. */
export const slug = String.raw`${alphanumeric}(?:[a-zA-Z0-9\-]*${alphanumeric})?`;

export const hostLabel = String.raw`${alphanumeric}(?:[a-zA-Z0-9\-]{0,61}${alphanumeric})?`;

/** At least two labels; a last one of digits alone would be an address. */
export const hostName = String.raw`(?:${hostLabel}\.)+(?!\d+$)${hostLabel}`;
