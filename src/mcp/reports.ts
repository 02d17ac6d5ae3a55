/** Reports of one user: Markdown that results link to and `resources/read` serves. */

/** What is kept of a run. */
export interface Report {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** A report and where it is. */
export interface KeptReport extends Report {
  readonly uri: string;
}

/** The reports of one user. */
export interface Reports {
  /** Keeps a report, cut to {@link LONGEST_REPORT}; equal reports are one. Returns its URI. */
  keep(report: Report): Promise<string>;
  /** The report at a URI; undefined when it is not kept, or no longer. */
  read(uri: string): Report | undefined;
  /** All that are kept, the newest first. */
  list(): readonly Omit<KeptReport, 'text'>[];
}

/** What URIs of reports look like, as an RFC 6570 template. */
export const REPORT_TEMPLATE = 'lemma://reports/{id}';
/** Media type of a report. */
export const REPORT_TYPE = 'text/markdown';

/** Characters of a report that are kept. */
export const LONGEST_REPORT = 200_000;
/** Characters of its title that are kept. */
const LONGEST_TITLE = 200;
/** The report as it is kept: its URI is made of its content, so the same run has the same. */
export async function addressed({ title, text }: Report): Promise<KeptReport> {
  const cut = `\n\n[cut: the report has ${text.length} characters]\n`;
  const kept = text.length <= LONGEST_REPORT ? text : text.slice(0, LONGEST_REPORT) + cut;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${title}\n${kept}`));
  const id = Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { uri: REPORT_TEMPLATE.replace('{id}', id), title: title.slice(0, LONGEST_TITLE), text: kept };
}
