/**
 * Gives the pulls of images by way of collections the package they count for: it is asked for once,
 * however many pull it at the same moment.
 */
import type { Event } from 'contract/event-fields';
import { ApiError } from '../floor/calls/api-error';
import { checkRecordsWritable } from '../floor/db/notes';
import type { Records } from '../floor/db/schema';
import type { OwnAddresses } from './hosts/hosts';
import { packageOfImage, type ImagePackage } from './image-packages';

export interface ImageProvisioning {
  /**
   * The events, with a package for each image that had none, found or created. An image that cannot
   * have one stays without; an Error replaces an event whose lookup fails although the records can
   * be written. Rejects if the records fail.
   */
  resolve(events: readonly Event[]): Promise<(Event | Error)[]>;
}

export function createImageProvisioning(records: Records, own: OwnAddresses, clock: () => number): ImageProvisioning {
  let asked = new Map<string, Promise<ImagePackage | null>>();

  let packageOf = (event: Event): Promise<ImagePackage | null> => {
    let key = `${event.ownerId}/${event.collectionId}/${event.imagePath}`;
    let running = asked.get(key);
    if (running) return running;
    let asking = packageOfImage(records, event, own, clock()).finally(() => asked.delete(key));
    asked.set(key, asking);
    return asking;
  };

  let resolveOne = async (event: Event): Promise<Event> => {
    let found = await packageOf(event).catch(nullIfRefused);
    if (!found) return event;
    let company = found.track_companies === 1 ? {} : noCompany;
    return { ...event, ...company, artifactId: found.id };
  };

  return {
    async resolve(events) {
      let isResolved = ({ artifactId }: Event) => artifactId !== '';
      if (events.every(isResolved)) return [...events];
      let asked = await Promise.allSettled(
        events.map((event) => (isResolved(event) ? Promise.resolve(event) : resolveOne(event))),
      );
      if (asked.some(({ status }) => status === 'rejected')) await checkRecordsWritable(records);
      return asked.map((one) => (one.status === 'fulfilled' ? one.value : errorOf(one.reason)));
    },
  };
}

/** The owner does not want to know which organization asked. */
const noCompany = { connectionType: '', companyName: '', companyDomain: '', confidence: null, network: '' };

/** No package can be made where one of the owner's rules is against it. */
function nullIfRefused(error: unknown): null {
  if (error instanceof ApiError && error.code !== 'records-are-busy') return null;
  throw error;
}

function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
