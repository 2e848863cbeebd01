/**
 * The sign of the product, land above a calm water line. Every picture of it is drawn from here; run
 * `npx tsx tools/mark.ts` after a change.
 */
import type { SVGProps } from 'react';
import { classes } from './class-names';

const waterLine = 'M5.5 24.5c3.5 0 3.5-2.6 7-2.6s3.5 2.6 7 2.6 3.5-2.6 7-2.6';
/** Stroked as the water is, on a grid of 32. */
export const land = '<path stroke-width="1.6" d="M6.5 17.8 13 8.5l4 5.4 2.3-2.6 6.2 6.5z"/>';
const shapes =
  '<g fill="#fff" stroke="#fff" stroke-linecap="round" stroke-linejoin="round">' +
  `${land}<path fill="none" stroke-width="2.4" d="${waterLine}"/></g>`;

/** `corner`: its radius; 0 where the system cuts the corners. */
export function markSvg(corner = 8): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground(corner)}${shapes}</svg>`;
}

function ground(corner: number): string {
  return `<rect width="32" height="32" rx="${corner}" fill="#2f5bd7"/>`;
}

export function Mark(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" {...props} dangerouslySetInnerHTML={{ __html: ground(8) + shapes }} />
  );
}

/** Alone, in the text color. */
export function WaterLine({ className }: { className?: string }) {
  return (
    <svg
      viewBox="4 20 24 6.5"
      className={classes('h-6', className)}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path d={waterLine} strokeWidth="0.7" strokeLinecap="round" />
    </svg>
  );
}
