/** Data about addresses that the edge works with. */
export interface DataSource {
  about: 'networks' | 'places';
  name: string;
  version: string;
  /** When it was made, in milliseconds; null where it does not say. */
  madeAt: number | null;
}
