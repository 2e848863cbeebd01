/** Which page of a long list an address asks for, beside the links of pager.tsx that lead there. */
const pagesMax = 1_000_000;

/** The `page` of an address, from 1; the first page for anything that is no such number. */
export function pageNumber(url: URL): number {
  let page = Number(url.searchParams.get('page'));
  return Number.isInteger(page) && page > 0 ? Math.min(page, pagesMax) : 1;
}
