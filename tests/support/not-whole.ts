/**
 * Headers of GET requests that fetch nothing whole, so they count for no type: whether a copy is
 * still good, probes and later parts, and what browsers fetch before anybody opens it.
 */
export const notWhole: readonly Record<string, string>[] = [
  { 'if-none-match': '"a"' },
  { 'if-modified-since': 'Mon, 02 Nov 2026 08:00:00 GMT' },
  { range: 'bytes=0-0' },
  { range: 'bytes=0-1023' },
  { range: 'bytes=0-65534' },
  { range: 'bytes=0-0,-1' },
  { range: 'bytes=100-' },
  { range: 'bytes=-500' },
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'x-moz': 'prefetch' },
];
