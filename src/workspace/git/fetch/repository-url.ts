/** Where a repository elsewhere is, and what is said when nothing can be fetched from there. */
import { ToolFailure } from '../../../lib/errors.ts';
import { type PublicResponse, parsePublicUrl, type RefusalReason } from '../../../lib/outbound/public-fetch.ts';

/** What went wrong with a remote repository. */
export function failure(message: string, reason: RefusalReason = 'refused'): ToolFailure {
  if (reason === 'unreachable') {
    return new ToolFailure({
      errorType: 'HOST_UNREACHABLE',
      message,
      advice:
        'Check that the name is right and that this server may reach the internet, or push from your machine: ' +
        'git push <server>/git/<workspace> main.',
    });
  }
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message,
    advice:
      'Give the https URL of a public git repository, such as https://github.com/owner/name.git; push from your machine what is not public.',
  });
}

/** The URL of a repository. Throws `ToolFailure`. */
export function parseRepositoryUrl(text: string): URL {
  return parsePublicUrl(text, failure);
}

/** Throws `ToolFailure` for an answer that is no success. */
export async function expectSuccess({ response, url }: PublicResponse): Promise<PublicResponse> {
  if (response.ok) return { response, url };
  await response.body?.cancel();
  const hidden = response.status === 401 || response.status === 403 || response.status === 404;
  const meaning = hidden ? 'there is no public repository' : 'it failed';
  throw failure(`${url.host} answered ${response.status} at ${url.pathname}: ${meaning}.`);
}
