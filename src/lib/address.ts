/** Where the last `<address>` of a text begins and ends, at its brackets; `start` is -1 where there is none. Addresses may hold `<`. */
export function lastAddress(text: string): { readonly start: number; readonly end: number } {
  const end = text.lastIndexOf('>');
  const before = end <= 0 ? -1 : text.lastIndexOf('>', end - 1);
  const start = text.indexOf('<', before + 1);
  return { start: start < end ? start : -1, end };
}
