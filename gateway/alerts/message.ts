/** What is told: one message, the same for every destination. */

export interface Told {
  /** The kind of message in the bodies of webhooks, such as `alert.spike`. */
  type: string;
  title: string;
  /** What has happened, in sentences. */
  sentences: string[];
  /** The page of the dashboard that shows more. */
  url: string;
  /** The figures of the sentences, by names that do not change. */
  data: Record<string, unknown>;
}

/** The body of a webhook: its type, its time, and its data, as Standard Webhooks has it. */
export function webhookBody({ type, title, sentences, url, data }: Told, timestamp: string): string {
  return JSON.stringify({ type, timestamp, data: { title, sentences, url, ...data } });
}

/**
 * The body of an incoming webhook of a chat: Slack and Mattermost both show text and attachments.
 */
export function chatBody({ title, sentences, url }: Told): string {
  let text = sentences.map(escaped).join('\n');
  let attachment = { fallback: escaped(title), title: escaped(title), title_link: url, text };
  return JSON.stringify({ text: escaped(title), attachments: [attachment] });
}

/**
 * What is no markup for a chat: names of packages and companies mention nobody and link nowhere.
 */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200b');
}
