/** Python strings are sequences of code points; JavaScript's are of UTF-16 units. */

/** The code points of a string. */
export function codePoints(text: string): readonly string[] {
  return [...text];
}

/** Length in code points, as Python's `len`. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 1; at < text.length; at++) {
    // The second half of a pair; halves by themselves are code points.
    if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00 || (text.charCodeAt(at - 1) & 0xfc00) !== 0xd800) continue;
    length--;
  }
  return length;
}

/** Compares by code point, as Python orders strings: negative, 0 or positive. */
export function compareCodePoints(left: string, right: string): number {
  const [a, b] = [codePoints(left), codePoints(right)];
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = (a[i]?.codePointAt(0) ?? 0) - (b[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
