/** The figures of a run, printed as they come. */
import { writeFileSync } from 'node:fs';
import { type Figure, tableOf } from './figures';

let figures: Figure[] = [];

export function report(name: string, value: number, unit: string, aim?: string): void {
  let figure = { name, value, unit, ...(aim && { aim }) };
  figures.push(figure);
  process.stdout.write(`${tableOf([figure])}\n`);
}

/** Prints all of them once more and writes them to a file. */
export function writeReport(file: string): void {
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  process.stdout.write(`\n${tableOf(figures)}\n\nWritten to ${file}\n`);
}
