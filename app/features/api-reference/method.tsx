import { Badge, type BadgeColour } from '../../ui/badge';
import type { Operation } from './operations.server';

const colours: Record<Operation['method'], BadgeColour> = { GET: 'blue', POST: 'green', PUT: 'orange', DELETE: 'red' };

export function Method({ method }: Pick<Operation, 'method'>) {
  return <Badge colour={colours[method]}>{method}</Badge>;
}
