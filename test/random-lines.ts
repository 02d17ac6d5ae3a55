/** Texts that look like code, and edits of them. */

/** Whole numbers below a given one, the same for the same seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor((((state ^ (state >>> 12)) >>> 0) / 2 ** 32) * below);
  };
}

/** Code-like lines with many that are equal: braces, blank lines, indented calls. */
export function randomText(random: (below: number) => number, length: number): string[] {
  return Array.from({ length }, () => {
    const indent = ' '.repeat(2 * random(4));
    switch (random(6)) {
      case 0:
        return '';
      case 1:
        return `${indent}}`;
      case 2:
        return `${'\t'.repeat(random(3))}call${random(5)}();`;
      default:
        return `${indent}value ${random(40)}`;
    }
  });
}

/** The lines after some edits: taken away, put in, repeated, replaced. */
export function edited(random: (below: number) => number, lines: readonly string[]): string[] {
  const result = [...lines];
  for (let edit = random(8); edit >= 0; edit--) {
    const at = random(result.length + 1);
    const size = random(6);
    switch (random(4)) {
      case 0:
        result.splice(at, size);
        break;
      case 1:
        result.splice(at, 0, ...randomText(random, size));
        break;
      case 2:
        result.splice(at, 0, ...result.slice(at, at + size));
        break;
      default:
        result.splice(at, size, ...randomText(random, random(6)));
    }
  }
  return result;
}
