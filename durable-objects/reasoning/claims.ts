/** Checks what claims quote. */
import type {
  CheckedClaims,
  ClaimsRequest,
  SupportedClaim,
  UnsupportedClaim,
} from '../../src/reasoning/claims/service.ts';
import { codeReader } from './code-reader.ts';
import type { ReasoningServices } from './services.ts';

/** The claims whose quotes stand in their files, and the others. */
export async function checkedClaims(
  { scope, claims }: ClaimsRequest,
  services: ReasoningServices,
): Promise<CheckedClaims> {
  const reader = await codeReader(scope, services);
  const supported: SupportedClaim[] = [];
  const unsupported: UnsupportedClaim[] = [];
  for (const claim of claims) {
    const { file: path, quote } = claim;
    const file = path === undefined ? undefined : await reader?.read(path);
    const at = quote !== undefined && file !== undefined && 'text' in file ? file.text.indexOf(quote) : -1;
    if (path !== undefined && at >= 0 && file !== undefined && 'text' in file)
      supported.push({ claim, basis: 'read', path, line: file.text.slice(0, at).split('\n').length });
    else unsupported.push({ claim, why: quote === undefined ? 'It quotes nothing.' : 'The quote is not in the file.' });
  }
  return { supported, unsupported, commit: reader?.commit ?? '' };
}
