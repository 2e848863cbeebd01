/** Patterns of names that several rules use, as regular expressions that browsers accept too. */

export const dockerImageNameMax = 255;

const alphanumeric = '[a-zA-Z0-9]';

/** Letters, digits and hyphens, first and last alphanumeric. */
export const slug = String.raw`${alphanumeric}(?:[a-zA-Z0-9\-]*${alphanumeric})?`;

export const hostLabel = String.raw`${alphanumeric}(?:[a-zA-Z0-9\-]{0,61}${alphanumeric})?`;

/** At least two labels; if the last one had digits only, it would be an IP address. */
export const hostName = String.raw`(?:${hostLabel}\.)+(?!\d+$)${hostLabel}`;
