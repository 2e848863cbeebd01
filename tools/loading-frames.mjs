/**
 * Draws the 49 frames of the loading animation, one below the other, into
 * public/loading-frames.svg: an arrow comes down on the water and waves run out. Run it after a
 * change of the drawing.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const frames = 49;
export const sizePx = 200;

/** The frame in which the arrow reaches the water. */
const landing = 18;
const waterline = 140;

function ease(t) {
  return t * t * (3 - 2 * t);
}

function number(value) {
  return String(Math.round(value * 10) / 10);
}

function between(from, to, t) {
  return from + (to - from) * Math.min(1, Math.max(0, t));
}

/** The arrow falls faster and faster, rests at the water, and fades before it starts again. */
function arrow(frame) {
  let fall = Math.min(1, frame / landing);
  let tip = between(52, waterline - 8, fall * fall);
  let shown = frame < 5 ? frame / 5 : 1 - ease(Math.min(1, Math.max(0, (frame - 36) / 12)));
  return `<path opacity="${number(shown)}" d="M100 ${number(tip - 44)}v44m-20-20l20 20 20-20"/>`;
}

/**
 * The water: a line with a wave that runs outwards after the landing, and is flat again at the end.
 */
function water(frame) {
  let since = frame < landing ? -1 : (frame - landing) / (frames - landing);
  let height = since < 0 ? 0 : 12 * Math.sin(Math.PI * Math.sqrt(since));
  let steps = [];
  for (let x = -70; x < 70; x += 20) {
    let reached = Math.max(0, since * 2.4 - Math.abs(x + 10) / 70);
    let swell = height * Math.min(1, reached * 2) * ((x + 70) % 40 ? 1 : -1);
    steps.push(`q10 ${number(swell)} 20 0`);
  }
  return `<path d="M30 ${waterline}${steps.join('')}"/>`;
}

/** Two rings below the water that grow and fade. */
function rings(frame) {
  let drawn = '';
  for (let delay of [0, 7]) {
    let t = (frame - landing - delay) / (frames - landing - delay);
    if (t <= 0 || t >= 1) continue;
    let radius = between(8, 62, ease(t));
    drawn += `<ellipse cx="100" cy="${waterline + 24}" rx="${number(radius)}" ry="${number(radius / 5)}" opacity="${number(0.7 * (1 - t))}" stroke-width="4"/>`;
  }
  return drawn;
}

/** The whole strip as SVG. It is used as a mask, so only its coverage counts, not its color. */
export function strip() {
  let drawn = Array.from({ length: frames }, (_, frame) => {
    let y = frame * sizePx;
    return `<g transform="translate(0 ${y})">${arrow(frame)}${water(frame)}${rings(frame)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${frames * sizePx}" fill="none" stroke="#000" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">
${drawn.join('\n')}
</svg>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(path.resolve(import.meta.dirname, '../public/loading-frames.svg'), strip());
