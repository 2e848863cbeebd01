/**
 * Translators in browsers replace the texts of a page by elements of their own. React then removes,
 * or inserts before, a node that is no longer there: the browser throws, and React gives up the page.
 *
 * @see https://github.com/facebook/react/issues/11538
 */
export function tolerateReplacedTexts(): void {
  let { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, next: Node | null): T {
    return insertBefore.call(this, added, next?.parentNode === this ? next : null) as T;
  };
}
