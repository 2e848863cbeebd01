import type { ReactNode } from 'react';
import { partIsMissing } from '../config/browser-messages';
import { Card } from './card';

interface PartProps<T> {
  title: string;
  /** Undefined if it could not be loaded. */
  of: T | undefined;
  children: (part: T) => ReactNode;
}

/** A card of a page, or one with a note in its place. */
export function Part<T>({ title, of, children }: PartProps<T>) {
  return of === undefined ? <MissingPart title={title} /> : children(of);
}

/** In place of a card that could not be loaded. */
export function MissingPart({ title }: { title: string }) {
  return (
    <Card title={title}>
      <p className="text-sm text-warn">{partIsMissing}</p>
    </Card>
  );
}
