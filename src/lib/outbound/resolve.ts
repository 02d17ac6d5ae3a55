/** Names to addresses, by DNS over HTTPS: a Worker has no other way to look at them before it connects (RFC 8484's JSON form). */
import { z } from 'zod';

/** Addresses of a host name; none when it does not exist. Rejects when the resolver cannot be asked. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const RESOLVER = 'https://cloudflare-dns.com/dns-query';
/** Numbers of the record types that hold addresses. */
const ADDRESS_TYPES = { A: 1, AAAA: 28 } as const;

const answerSchema = z.object({
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
});

/** A {@link Resolve} that asks Cloudflare's public resolver. */
export function resolveOverHttps(fetcher: typeof fetch): Resolve {
  return async (hostname) => {
    const lists = await Promise.all(
      Object.entries(ADDRESS_TYPES).map(async ([name, type]) => {
        const url = `${RESOLVER}?name=${encodeURIComponent(hostname)}&type=${name}`;
        const response = await fetcher(url, { headers: { accept: 'application/dns-json' } });
        if (!response.ok) throw new Error(`the resolver answered ${response.status}`);
        const { Answer } = answerSchema.parse(await response.json());
        return Answer.filter((record) => record.type === type).map(({ data }) => data);
      }),
    );
    return lists.flat();
  };
}
