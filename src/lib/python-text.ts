/** `text` as a literal of Python: a text of JSON is one of Python once nothing in it is outside of ASCII. */
export function pythonText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
