/** `lemma://reports/{id}`: reports of the user's runs, in several forms. */
import { readReport } from '../report/read.ts';
import { REPORT_FORMS, REPORT_PREFIX, REPORT_TYPE } from '../reports.ts';
import type { ResourceKind } from './resource-kind.ts';

/** Reports; only their Markdown is listed, which the others stand beside. */
export const REPORT_RESOURCES: ResourceKind = {
  templates: REPORT_FORMS.map(({ suffix, mimeType, title }) => ({
    uriTemplate: `${REPORT_PREFIX}{id}${suffix}`,
    name: `report${suffix}`,
    title,
    description: 'What a run of a symbolic tool found. Kept for 30 days, the newest 100 of a user.',
    mimeType,
    completions: { id: { kind: 'report' } },
  })),
  list: ({ reports }) => reports.list().map(({ uri, title }) => ({ uri, name: title, title, mimeType: REPORT_TYPE })),
  read: (uri, environment) => (uri.startsWith(REPORT_PREFIX) ? readReport(environment, uri) : undefined),
};
