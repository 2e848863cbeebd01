/** How important a package or pixel is to its owner: the words and colours of the three levels. */
import type { Importance } from 'contract/fields';

interface Level {
  value: Importance;
  label: string;
  colour: 'default' | 'blue' | 'orange';
}

export const importanceLevels: readonly Level[] = [
  { value: 'low', label: 'Low', colour: 'default' },
  { value: 'mid', label: 'Medium', colour: 'blue' },
  { value: 'high', label: 'High', colour: 'orange' },
];

/** Label and colour of a level. */
export function importanceLevel(importance: Importance): Level {
  return importanceLevels.find((level) => level.value === importance)!;
}
