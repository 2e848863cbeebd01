/**
 * Translators in browsers replace each text of a page by an element of their own. React still refers
 * to the text: what it writes is not seen, and where it removes the text or inserts before it, the
 * browser throws, and React gives up the page. So a replaced text is put back before React changes
 * it, and the translator finds it again.
 *
 * @see https://github.com/facebook/react/issues/11538
 */
export function tolerateReplacedTexts(): void {
  let putBack = watchReplacedTexts();
  let { removeChild, insertBefore, appendChild } = Node.prototype;
  let { set: write, ...nodeValue } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    putBack(child);
    if (child.parentNode === this) removeChild.call(this, child);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, next: Node | null): T {
    putBack(added, next);
    insertBefore.call(this, added, next?.parentNode === this ? next : null);
    return added;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, added: T): T {
    putBack(added);
    appendChild.call(this, added);
    return added;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      putBack(this);
      write!.call(this, value);
    },
  });
}

/** Observes replaced texts. Returns a function that restores one, with the others of its element. */
function watchReplacedTexts(): (...nodes: (Node | null)[]) => void {
  let standIns = new WeakMap<Node, Node>();
  let texts = new WeakMap<Node, Text[]>();

  new MutationObserver((changes) => {
    let added = new Set<Node | null>();
    for (let { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      for (let node of addedNodes) added.add(node);
      // One that is inserted first is still beside the text when that is removed.
      let beside = [previousSibling, nextSibling].filter((node) => added.has(node));
      let standIn = [...addedNodes, ...beside].find((node) => node && !isOfReact(node));
      if (!standIn) continue;
      for (let text of removedNodes) {
        if (!(text instanceof Text)) continue;
        standIns.set(text, standIn);
        texts.set(standIn, [...(texts.get(standIn) ?? []), text]);
      }
    }
  }).observe(document, { childList: true, subtree: true });

  /** A sentence of several texts is translated again as a whole. */
  function putBackAll(parent: ParentNode & Node): void {
    for (let standIn of parent.childNodes) {
      let replaced = texts.get(standIn)?.filter((text) => !text.parentNode && standIns.get(text) === standIn);
      if (replaced?.length) standIn.replaceWith(...replaced);
    }
  }

  return (...nodes) => {
    for (let node of nodes) {
      let parent = node && !node.parentNode && standIns.get(node)?.parentNode;
      if (parent) putBackAll(parent);
    }
  };
}

/** React replaces its texts as well, and needs none of them back. */
function isOfReact(node: Node): boolean {
  return Object.keys(node).some((key) => key.startsWith('__reactFiber'));
}
