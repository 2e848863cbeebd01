/** The message of an alert or report, and its form for webhooks and chats. */

export interface AlertMessage {
  /** The kind of message in the bodies of webhooks, such as `alert.spike`. */
  type: string;
  title: string;
  sentences: string[];
  /** The page of the dashboard that shows more. */
  url: string;
  /** The figures of the sentences; their names are part of the API. */
  data: Record<string, unknown>;
}

/** The body of a webhook, as in Standard Webhooks. */
export function webhookBody({ type, title, sentences, url, data }: AlertMessage, timestamp: string): string {
  return JSON.stringify({ type, timestamp, data: { title, sentences, url, ...data } });
}

/** The body for an incoming webhook of Slack or Mattermost. */
export function chatBody({ title, sentences, url }: AlertMessage): string {
  let text = sentences.map(escapeChatMarkup).join('\n');
  let attachment = { fallback: escapeChatMarkup(title), title: escapeChatMarkup(title), title_link: url, text };
  return JSON.stringify({ text: escapeChatMarkup(title), attachments: [attachment] });
}

/** Keeps names of packages and companies from mentioning people or adding links. */
function escapeChatMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200b');
}
