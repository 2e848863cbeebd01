/** A source of data about addresses that the edge uses. */
export interface DataSource {
  about: 'networks' | 'places';
  name: string;
  /** Of places: regions, cities and coordinates too, not only countries. */
  hasCities?: boolean;
  version: string;
  /** When the data was made, in milliseconds; null where the source does not say. */
  madeAt: number | null;
  /** What is wrong with it and what to do; undefined where nothing is. */
  problem?: string | undefined;
}
