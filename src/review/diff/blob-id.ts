/** The id that git gives to a file's content: SHA-1 over its type, its length and its bytes, in hexadecimal. */
export async function blobId(text: string): Promise<string> {
  const content = new TextEncoder().encode(text);
  const head = new TextEncoder().encode(`blob ${content.length}\0`);
  const bytes = new Uint8Array(head.length + content.length);
  bytes.set(head);
  bytes.set(content, head.length);
  const digest = await crypto.subtle.digest('SHA-1', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
