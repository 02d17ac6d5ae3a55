/** Stands in for the Worker of workspaces where only others are tested: bindings to it have to find one. */
import { fileURLToPath } from 'node:url';

/** The Worker's configuration; its workspaces answer nothing. */
export const workspacesStandIn = {
  config: {
    name: 'lemma-workspace',
    main: fileURLToPath(new URL('engines/worker.ts', import.meta.url)),
    compatibility_date: '2026-11-01',
    durable_objects: { bindings: [{ name: 'WORKSPACE', class_name: 'Workspace' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['Workspace'] }],
  },
};
