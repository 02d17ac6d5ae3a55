/** Reports of one user: what is kept of runs, which results link to and `resources/read` serves. */
import { sha256 } from '../lib/sha256.ts';

/** What is kept of a run. */
export type Report =
  /** The facts, as JSON; the tool knows what to make of them. `version` is of the server that worked. */
  | {
      readonly kind: 'facts';
      readonly title: string;
      readonly tool: string;
      readonly version: string;
      readonly facts: unknown;
    }
  /** A text, where the facts are too long to be kept. */
  | { readonly kind: 'markdown'; readonly title: string; readonly text: string };

/** A report and where it is. */
export interface KeptReport {
  readonly uri: string;
  readonly title: string;
}

/** The reports of one user. */
export interface Reports {
  /** Keeps a report; equal runs have one. Returns its URI. */
  keep(report: Report): Promise<string>;
  /** The report at a URI, that of its Markdown; undefined when it is not kept, or no longer. */
  read(uri: string): Report | undefined;
  /** All that are kept, the newest first. */
  list(): readonly KeptReport[];
}

/** Forms of a report: the end of the URI, and its media type. */
export const REPORT_FORMS = [
  { form: 'markdown', suffix: '', mimeType: 'text/markdown', title: 'Report of a run' },
  { form: 'html', suffix: '.html', mimeType: 'text/html', title: 'Report of a run as a page' },
  { form: 'sarif', suffix: '.sarif', mimeType: 'application/sarif+json', title: 'Findings of a run as SARIF 2.1.0' },
  { form: 'archive', suffix: '.tar', mimeType: 'application/x-tar', title: 'Tests that a run made' },
] as const;

/** A form of a report. */
export type ReportForm = (typeof REPORT_FORMS)[number];

/** What URIs of reports begin with. */
export const REPORT_PREFIX = 'lemma://reports/';
/** Media type of what results link to. */
export const REPORT_TYPE = REPORT_FORMS[0].mimeType;

/** Characters of a report's text that are kept and served. */
export const LONGEST_REPORT = 200_000;
/** Characters of facts, as JSON, that are kept. */
export const LONGEST_FACTS = 400_000;
/** Characters of a title that are kept. */
const LONGEST_TITLE = 200;

/** What a URI names: the URI of the report, and the form; undefined for none of ours. */
export function parseReportUri(uri: string): { readonly uri: string; readonly form: ReportForm } | undefined {
  const [, id, suffix = ''] = /^lemma:\/\/reports\/([0-9a-f]{32})(\.\w+)?$/.exec(uri) ?? [];
  const form = REPORT_FORMS.find((each) => each.suffix === suffix);
  return id === undefined || form === undefined ? undefined : { uri: REPORT_PREFIX + id, form };
}

/** The text, cut to {@link LONGEST_REPORT}; what is cut says so. */
export function cutReport(text: string): string {
  if (text.length <= LONGEST_REPORT) return text;
  return `${text.slice(0, LONGEST_REPORT).toWellFormed()}\n\n[cut: the report has ${text.length} characters]\n`;
}

/** What the database holds of a report: its URI is made of what was found, so the same run has the same. */
export async function addressed(report: Report): Promise<KeptReport & { readonly content: string }> {
  const content = report.kind === 'facts' ? JSON.stringify(report.facts) : cutReport(report.text);
  const hash = await sha256(`${report.kind === 'facts' ? report.tool : ''}\n${report.title}\n${content}`);
  return { uri: REPORT_PREFIX + hash.slice(0, 32), title: report.title.slice(0, LONGEST_TITLE), content };
}
