/** Places in a text, out of offsets. */

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets in UTF-8 bytes into lines and columns, both 1-based, columns in UTF-16 units. */
export function byteOffsets(text: string): (offset: number) => Position {
  const lines = text.split('\n');
  const encoder = new TextEncoder();
  const starts: number[] = [];
  let bytes = 0;
  for (const line of lines) {
    starts.push(bytes);
    bytes += encoder.encode(line).length + 1;
  }
  return (offset) => {
    const at = lastAtMost(starts, offset);
    const line = encoder.encode(lines[at] ?? '');
    const before = line.subarray(0, offset - (starts[at] ?? 0));
    return { line: at + 1, column: new TextDecoder().decode(before).length + 1 };
  };
}

/** Index of the last of the ascending `values` that is not greater than `limit`; 0 when all are. */
function lastAtMost(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
