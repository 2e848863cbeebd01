import { z } from 'zod';

export const EmailMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string()).optional(),
});
export type EmailMessage = z.infer<typeof EmailMessage>;
