/** The management API: the pipeline with all endpoints. */
import * as endpoints from './endpoints';
import { createPipeline, type From, type PipelineParts } from './http/pipeline';

export type { From };

/** Makes the API's fetch function; `From` is what the listener knows of the client. */
export function createApi(parts: PipelineParts): (request: Request, from?: From) => Promise<Response> {
  return createPipeline(parts, Object.values(endpoints).flat());
}
