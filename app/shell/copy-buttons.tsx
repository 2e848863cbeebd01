/** A Copy button for each code block of an article. Articles load no other script. */
import { useEffect } from 'react';

/** `article`: a reader who came from a page with scripts gets new blocks without a new document. */
export function CopyButtons({ article, nonce }: { article: string; nonce: string }) {
  useEffect(addCopyButtons, [article]);
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: `(${addCopyButtons})()` }} />
  );
}

/** Complete in itself, as its text is the script. None where browsers refuse, as on plain http. */
function addCopyButtons(): void {
  if (!('clipboard' in navigator)) return;
  for (let block of document.querySelectorAll<HTMLElement>('.prose .code:not(:has(button))')) {
    let button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.ariaLive = 'polite';
    button.onblur = () => (button.textContent = 'Copy');
    button.onclick = () =>
      void navigator.clipboard.writeText(block.querySelector('code')!.textContent).then(
        () => (button.textContent = 'Copied'),
        () => undefined,
      );
    block.append(button);
  }
}
