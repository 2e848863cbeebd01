/** The posted forms of pixels: the contract's rules, fed with what a form can send. */
import { PixelDomain } from 'contract/fields';
import { SaveTrackingPixel } from 'contract/pixels';
import { z } from 'zod';

/** A new pixel with an optional custom domain, checked before anything is made. */
export const NewPixelForm = SaveTrackingPixel.extend({
  domain: PixelDomain,
});

/** Changes of a pixel. A checkbox that is not ticked is not sent, so absence means no. */
export const EditPixelForm = SaveTrackingPixel.extend({ track_companies: z.boolean().default(false) });
