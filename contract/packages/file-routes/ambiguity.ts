/**
 * Whether a template can split one path in two ways. Two readers go through the template together,
 * over every text at once; when they have parted and both end, the text is an example.
 */
import { compileIncoming, type Slot } from './template';

/** A path, and two ways to split it into the variables of the template. */
export interface AmbiguousPath {
  path: string;
  splits: [Record<string, string>, Record<string, string>];
}

/** A character of fixed text, a variable, or a variable that has its value already. */
type Item = { fixed: string } | { name: string; reserved: boolean };

/** The next item, and whether the variable before it can go on. */
interface Place {
  next: number;
  isOpen: boolean;
}

/** Both readers after a character. */
interface Step {
  places: [Place, Place];
  parted: boolean;
  char: string;
  before: Step | null;
}

/** More steps than any template that people write needs; they take a few dozen milliseconds. */
const stepsMax = 3_000;

/** An example of a path that the template splits in two ways; null where there is none. */
export function ambiguousPath(template: string): AmbiguousPath | null {
  let compiled = compileIncoming(template);
  if (!compiled || compiled.slots.length < 2) return null;
  let items = itemsOf(compiled.head, compiled.slots);
  let start: Place = { next: 0, isOpen: false };
  let queue: Step[] = [{ places: [start, start], parted: false, char: '', before: null }];
  let seen = new Set<number>();
  for (let step of queue) {
    if (step.parted && step.places.every(({ next }) => next === items.length)) return exampleOf(items, step);
    for (let char of charactersAt(items, step))
      for (let next of stepsWith(items, step, char)) {
        let key = keyOf(next, items.length + 1);
        if (seen.has(key)) continue;
        if (seen.size >= stepsMax) return null;
        seen.add(key);
        queue.push(next);
      }
  }
  return null;
}

/** A repeated variable has the text it had before, which is one more character here. */
function itemsOf(head: string, slots: readonly Slot[]): Item[] {
  let items: Item[] = [...head].map((fixed) => ({ fixed }));
  let known = new Set<string>();
  for (let { name, reserved, after } of slots) {
    items.push(known.has(name) ? { fixed: `{${name}}` } : { name, reserved });
    known.add(name);
    for (let one of [...after].map((fixed) => ({ fixed }))) items.push(one);
  }
  return items;
}

/** The characters that matter to the readers: those that come next, a slash, and any other. */
function charactersAt(items: readonly Item[], { places }: Step): Set<string> {
  let fixed = places.flatMap(({ next }) => {
    let item = items[next];
    return item && 'fixed' in item ? item.fixed : [];
  });
  let other = ['x', 'y', 'z'].find((char) => !fixed.includes(char))!;
  return new Set([other, '/', ...fixed]);
}

function stepsWith(items: readonly Item[], step: Step, char: string): Step[] {
  let [first, second] = step.places;
  return placesAfter(items, first, char).flatMap((a) =>
    placesAfter(items, second, char).map((b): Step => ({
      places: [a, b],
      parted: step.parted || a.next !== b.next || a.isOpen !== b.isOpen,
      char,
      before: step,
    })),
  );
}

function placesAfter(items: readonly Item[], { next, isOpen }: Place, char: string): Place[] {
  let places: Place[] = [];
  if (isOpen && takes(items[next - 1], char)) places.push({ next, isOpen });
  let item = items[next];
  if (item && takes(item, char)) places.push({ next: next + 1, isOpen: !('fixed' in item) });
  return places;
}

function takes(item: Item | undefined, char: string): boolean {
  if (!item) return false;
  return 'fixed' in item ? item.fixed === char : item.reserved || char !== '/';
}

/** A number for each pair of places, whichever reader is at which of them. */
function keyOf({ places: [one, other], parted }: Step, places: number): number {
  let numberOf = ({ next, isOpen }: Place) => 2 * next + Number(isOpen);
  let [a, b] = [numberOf(one), numberOf(other)];
  return (Math.min(a, b) * 2 * places + Math.max(a, b)) * 2 + Number(parted);
}

function exampleOf(items: readonly Item[], last: Step): AmbiguousPath {
  let steps: Step[] = [];
  for (let step: Step | null = last; step?.before; step = step.before) steps.unshift(step);
  let splitOf = (reader: 0 | 1) => {
    let values: Record<string, string> = {};
    for (let { places, char } of steps) {
      let item = items[places[reader].next - 1]!;
      if (!('fixed' in item)) values[item.name] = (values[item.name] ?? '') + char;
    }
    return values;
  };
  return { path: steps.map(({ char }) => char).join(''), splits: [splitOf(0), splitOf(1)] };
}

/** The example as a sentence. */
export function ambiguityText({ path, splits }: AmbiguousPath): string {
  let [first, second] = splits.map((split) =>
    Object.entries(split)
      .map(([name, value]) => `${name} “${value}”`)
      .join(', '),
  );
  return `${path} could be ${first}, or ${second}.`;
}
