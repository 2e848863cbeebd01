/**
 * Badge as SVG, readable on light and dark pages. No script, style sheet, link or embedded font.
 */

const size = 11;
const padding = 6;
const height = 20;

/** Character widths of Verdana from space to tilde, in thousandths of the font size. */
const widths = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
  636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
  748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
  615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
  337, 636, 838,
];
const widest = 1_000;

/** In pixels. Unknown characters count as the widest. */
export function textWidth(text: string): number {
  let sum = [...text].reduce((all, letter) => all + (widths[letter.codePointAt(0)! - 0x20] ?? widest), 0);
  return Math.round((sum * size) / 1_000);
}

/** `textLength` fits each text to its width in any font. */
export function badgeSvg(label: string, value: string): string {
  let [labelWidth, valueWidth] = [textWidth(label), textWidth(value)];
  let [left, right] = [labelWidth + 2 * padding, valueWidth + 2 * padding];
  let text = (words: string, x: number, width: number) =>
    `<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`;
  let name = escaped(`${label}: ${value}`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${height}" role="img" aria-label="${name}">` +
    `<title>${name}</title>` +
    `<clipPath id="c"><rect width="${left + right}" height="${height}" rx="3"/></clipPath>` +
    `<g clip-path="url(#c)"><rect width="${left}" height="${height}" fill="#4a5160"/>` +
    `<rect x="${left}" width="${right}" height="${height}" fill="#1f66c1"/></g>` +
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${size}">` +
    `${text(label, padding, labelWidth)}${text(value, left + padding, valueWidth)}</g></svg>\n`
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes XML and drops characters that XML forbids. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '').replace(/[&<>"']/g, (letter) => entities[letter]!);
}
