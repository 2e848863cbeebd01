/** One mail to one person, in both forms. */
export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further header fields. */
  headers?: Record<string, string>;
}
