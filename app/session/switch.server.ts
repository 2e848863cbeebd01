/** The posted form that switches the owner: to whom, and the local path it was posted from. */
import { z } from 'zod';

export const Switch = z.object({ owner: z.string().min(1).max(200), path: z.string().max(4_000).default('') });
