/** Serves reports: each form is made of what is kept when it is asked for. */
import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { packTar } from 'modern-tar';
import { toBase64 } from '../../lib/base64.ts';
import { cutReport, parseReportUri, type Report, type ReportForm } from '../reports.ts';
import type { ToolEnvironment } from '../tool-context.ts';
import type { ReportDocument } from './document.ts';
import { renderHtml, renderTextPage } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';

/** The report at a URI. Throws ResourceNotFoundError. */
export async function readReport(
  { reports, catalog }: Pick<ToolEnvironment, 'reports' | 'catalog'>,
  uri: string,
): Promise<ReadResourceResult> {
  const named = parseReportUri(uri);
  const report = named && reports.read(named.uri);
  if (named === undefined || report === undefined) {
    const advice =
      'Reports are kept for 30 days, the newest 100 of each user; resources/list names them. Call the tool again.';
    throw new ResourceNotFoundError(uri, `There is no report ${uri}. ${advice}`);
  }
  const documentOf: DocumentOf = (tool, facts) => catalog.get(tool)?.tool.document(facts);
  const { form, mimeType } = named.form;
  if (form === 'archive') return { contents: [{ uri, mimeType, blob: await pack(uri, report, documentOf) }] };
  return { contents: [{ uri, mimeType, text: await render(uri, report, form, documentOf) }] };
}

/** The files of a report as a tar archive, in base64. Throws ResourceNotFoundError. */
async function pack(uri: string, report: Report, documentOf: DocumentOf): Promise<string> {
  const { files = [] } = (report.kind === 'facts' && documentOf(report.tool, report.facts)) || {};
  if (files.length === 0) throw new ResourceNotFoundError(uri, `The run of ${uri} made no files.`);
  const archive = await packTar(
    files.map(({ path, text }) => {
      const body = new TextEncoder().encode(text);
      return { header: { name: path, size: body.length, mtime: new Date(0) }, body };
    }),
  );
  return toBase64(archive);
}

type DocumentOf = (tool: string, facts: unknown) => ReportDocument | undefined;

async function render(
  uri: string,
  report: Report,
  form: Exclude<ReportForm['form'], 'archive'>,
  documentOf: DocumentOf,
): Promise<string> {
  if (report.kind === 'markdown') {
    if (form === 'markdown') return report.text;
    if (form === 'html') return renderTextPage(report.title, report.text, 'Made by Lemma.');
    const message = `The report ${uri} is kept as text, without the facts that SARIF needs. Call the tool again.`;
    throw new ResourceNotFoundError(uri, message);
  }
  const document = documentOf(report.tool, report.facts) ?? unknownDocument(report);
  switch (form) {
    case 'markdown':
      return cutReport(renderMarkdown(document));
    case 'html':
      return renderHtml(document, `Made by ${report.tool} of Lemma ${report.version}.`);
    case 'sarif':
      return JSON.stringify(await renderSarif(document, report.tool, report.version));
  }
}

/** What is shown of facts that the tool of today cannot read. */
function unknownDocument({ title, tool, version, facts }: Extract<Report, { kind: 'facts' }>): ReportDocument {
  const summary = `Kept by ${tool} of version ${version}; this version shows its facts as they are.`;
  const text = JSON.stringify(facts, null, 2);
  return {
    title,
    summary,
    sections: [{ heading: 'Facts', blocks: [{ kind: 'code', language: 'json', text }] }],
    properties: {},
  };
}
