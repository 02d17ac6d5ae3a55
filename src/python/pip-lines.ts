/** What lines like `!pip install name` in a cell ask for. The interpreter finds such lines by itself and says what is installed. */

const PIP = /^[!%](?:python3? -m )?pip3?[ \t]+install\b(.*)$/;
/** Options with a value, which is no requirement. */
const WITH_VALUE = new Set(['-r', '-c', '-t', '-i', '--requirement', '--constraint', '--target', '--index-url']);
/** As many as one installation takes. */
const MOST = 50;

/**
 * The requirements of the lines at the beginning of a cell, behind lines that are neither texts of several lines nor within
 * brackets: what such a text says is not asked for.
 */
export function pipRequirements(code: string): readonly string[] {
  if (!/^[!%]/m.test(code)) return [];
  const found: string[] = [];
  for (const line of code.split('\n')) {
    if (/"""|'''|[([{]\s*$|\\\s*$/.test(line)) break;
    const [, rest] = PIP.exec(line.trimEnd()) ?? [];
    if (rest !== undefined) found.push(...requirementsIn(rest));
  }
  return [...new Set(found)].slice(0, MOST);
}

function requirementsIn(text: string): readonly string[] {
  const words = text.replace(/#.*/, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words
    .filter((word, index) => !word.startsWith('-') && !WITH_VALUE.has(words[index - 1] ?? ''))
    .map((word) => word.replace(/^["']|["']$/g, ''))
    .filter((word) => word !== '' && word.length <= 500);
}
